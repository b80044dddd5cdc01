/** Time, injected so that tests move it. */
export interface SourceTime {
  /** Wall clock, milliseconds since 1970, UTC. */
  now(): number
  /** Milliseconds of a clock that never runs back; only differences mean something. */
  monotonicMs(): number
  wait(milliseconds: number): Promise<void>
  /** Calls `act` once; the function that is returned stops it. */
  after(milliseconds: number, act: () => void): () => void
}
