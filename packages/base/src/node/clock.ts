/** Time, injected so that tests move it. */
export interface Clock {
  /** Wall clock, milliseconds since 1970, UTC. May be set back. */
  now(): number
  /** Milliseconds of a clock that never runs back; only differences mean something. */
  monotonicMs(): number
}

/** The clocks of the machine. */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonicMs: () => performance.now(),
}
