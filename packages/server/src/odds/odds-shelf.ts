import { setImmediate } from 'node:timers/promises'
import { isMissing } from '../credits/file/fs.ts'
import { errorFields, type Log } from '../observe/log.ts'
import { OddsBook } from './odds-book.ts'
import type { OddsFolder } from './odds-folder.ts'
import { isWholeSegment, readSegment, type SegmentRecord } from './segment.ts'

/** A folder's segments in memory. */
export interface OddsShelf {
  readonly book: OddsBook
  /** Size in bytes by name. What does not read as it was written has none, so that it is never replaced. */
  readonly segments: Map<string, number | null>
  /** Segments that the disk did not give; they are tried again. */
  readonly unreadable: Set<string>
}

export function emptyShelf(): OddsShelf {
  return { book: new OddsBook(), segments: new Map(), unreadable: new Set() }
}

/** The shelf with what other processes added; when one of them replaced segments, a new shelf. */
export async function readNewSegments(shelf: OddsShelf, folder: OddsFolder, log: Log): Promise<OddsShelf> {
  for (let attempt = 1; ; attempt += 1) {
    const names = await folder.segments()
    const there = new Set(names)
    const result = [...shelf.segments.keys()].every((name) => there.has(name)) ? shelf : emptyShelf()
    try {
      for (const name of names) if (!result.segments.has(name)) await readInto(result, name, folder, log)
      return result
    } catch (error) {
      // Another process replaced it between the listing and the read.
      if (!isMissing(error) || attempt === 5) throw error
    }
  }
}

/**
 * One segment that cannot be read, or a line that is damaged, costs snapshots which a later poll or import replaces: no
 * reason to serve no odds at all. A segment that was never finished is an import that was never reported done.
 */
async function readInto(shelf: OddsShelf, name: string, folder: OddsFolder, log: Log): Promise<void> {
  const bytes = await folder.read(name).catch((error: unknown) => {
    if (isMissing(error)) throw error
    if (!shelf.unreadable.has(name))
      log({ level: 'error', event: 'odds_segment_unreadable', name, ...errorFields(error) })
    shelf.unreadable.add(name)
    return null
  })
  if (bytes === null) return
  shelf.unreadable.delete(name)

  const isWhole = isWholeSegment(bytes)
  const records: SegmentRecord[] = []
  const damagedLines: number[] = []
  let count = 0
  for (const record of isWhole ? readSegment(bytes) : []) {
    if ('damaged' in record) damagedLines.push(record.damaged)
    else records.push(record)
    count += 1
    if (count % recordsPerTurn === 0) await setImmediate()
  }
  // In one turn: nobody sees half a segment.
  for (const record of records) {
    if ('snapshot' in record) shelf.book.add(record.snapshot)
    else shelf.book.addDropped(record.dropped.esportsMatchId, record.dropped.capturedAt)
  }
  const isSound = isWhole && damagedLines.length === 0
  shelf.segments.set(name, isSound ? bytes.length : null)
  const lines = damagedLines.slice(0, 20)
  if (!isSound) log({ level: 'error', event: 'odds_segment_damaged', name, isWhole, lines })
}

const recordsPerTurn = 200
