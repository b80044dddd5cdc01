/** End of a journal: the position that the next batch must follow. */
export interface JournalPosition {
  /** Sequence number of the last payload; trailers count too. */
  readonly q: number
  /** Number of the last batch. */
  readonly b: number
  /** Chain hash of the last batch, 32 bytes. */
  readonly h: Buffer
}

export const journalStart: JournalPosition = { q: 0, b: 0, h: Buffer.alloc(32) }

export function samePosition(a: JournalPosition, b: JournalPosition): boolean {
  return a.q === b.q && a.b === b.b && a.h.equals(b.h)
}
