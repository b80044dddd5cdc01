import { setImmediate } from 'node:timers/promises'
import { type Fs, isMissing } from '@riftline/base/node'
import type { LedgerRecord } from '../rules/ledger-record.ts'
import { type JournalPosition, journalStart } from './journal-position.ts'
import { readSegment } from './read-segment.ts'
import { type SegmentName, segmentsAmong } from './segment-name.ts'

/** Position up to which a journal that is being written is durable. */
export interface DurableEnd {
  readonly segment: SegmentName
  readonly end: number
}

/** Records between two turns of the event loop: a statement must not delay charges. */
const recordsPerTurn = 1000

/**
 * The records of all segments that are kept, oldest first, without their sequence numbers. Segments that are deleted
 * meanwhile are left out: they are older than any statement.
 *
 * @throws JournalDamage
 */
export async function* readRecords(fs: Fs, folder: string, until?: DurableEnd): AsyncGenerator<LedgerRecord> {
  const segments = segmentsAmong(await fs.list(folder))
  const last = until === undefined ? segments.length : segments.findIndex(({ name }) => name === until.segment.name) + 1
  let after: JournalPosition | null = segments[0]?.first === 1 ? journalStart : null
  for (const segment of segments.slice(0, last)) {
    const records: LedgerRecord[] = []
    const limit = segment.name === until?.segment.name ? { limit: until.end } : {}
    try {
      const isLast = segment === segments.at(-1)
      const read = await readSegment({ fs, folder, segment, after, isLast, ...limit }, (record) => records.push(record))
      after = read.position
    } catch (error) {
      if (!isMissing(error)) throw error
      after = null
    }
    for (const [index, record] of records.entries()) {
      if (index > 0 && index % recordsPerTurn === 0) await setImmediate()
      yield record
    }
  }
}
