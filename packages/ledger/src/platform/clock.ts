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

/**
 * `YYYY-MM-DDTHH:mm:ss`, the form of every field that ends in `Utc`. Unlike core's it refuses no year: a document may
 * have times thousands of years ahead, and the message that refuses it names them.
 */
export function toUtc(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, 19)
}
