import { at, type Captured } from './captured.ts'

const start = '2026-11-02T00:00:00'
/** So long after the start that thinning leaves the first, the latest and the closing snapshot of each source. */
export const compactedAt: number = at(start) + 8 * 24 * 3_600_000

/** The snapshots of a batch, which is the same whenever it is made. */
export function batchOf(writer: string, batch: number): readonly Captured[] {
  return Array.from({ length: 20 }, (_, index) => {
    const time = new Date(at('2026-10-01T00:00:00') + (batch * 20 + index) * 60_000).toISOString().slice(0, 19)
    return { match: `m${index % 3}`, source: writer, start, at: time }
  })
}
