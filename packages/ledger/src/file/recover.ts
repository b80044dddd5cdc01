import { type Fs, type Log, replaceFile } from '@riftline/base/node'
import { applyRecord } from '../rules/apply-record.ts'
import type { LedgerState } from '../rules/ledger-state.ts'
import type { Unsnapshotted } from './file-journal.ts'
import { assertInvariants } from './journal-damage.ts'
import { type JournalRead, readJournal } from './read-journal.ts'
import type { JournalPosition } from './segment-header.ts'
import { segmentsAmong } from './segment-name.ts'
import { loadSnapshot } from './snapshot-file.ts'

export interface Recovered {
  readonly state: LedgerState
  readonly position: JournalPosition
  readonly unsnapshotted: Unsnapshotted
}

/**
 * The state in snapshot and journal, with the journal cut back to its last whole batch. What is cut was never
 * acknowledged.
 *
 * @param writer the token of the lock's holder
 * @throws JournalDamage when acknowledged data cannot be read
 */
export async function recover(fs: Fs, folder: string, log: Log, writer: string): Promise<Recovered> {
  const entries = await fs.list(folder)
  const { state, position: from, keepFrom, sealed, damaged } = await loadSnapshot(fs, folder, entries)
  for (const { name, reason } of damaged) log({ level: 'warn', event: 'snapshot_damaged', file: name, error: reason })

  let records = 0
  const segments = segmentsAmong(entries)
  const { position, bytes, last } = await readJournal({ fs, folder, segments, from, keepFrom, sealed }, (record) => {
    applyRecord(state, record)
    records += 1
  })
  if (last !== null) await settleTail(fs, folder, last, log, writer)
  assertInvariants(state, last === null ? folder : `${folder}/${last.segment.name}`, last?.end)
  return { state, position, unsnapshotted: { records, bytes } }
}

/**
 * Synced even where there is nothing to cut: after a mere `kill` the last batch can be whole in memory only, and what
 * comes now builds on it.
 *
 * A segment that its writer has not sealed is replaced by a copy: a writer that only slept, and writes once more before it
 * notices, must not write behind what counts from now on.
 */
async function settleTail(
  fs: Fs,
  folder: string,
  last: NonNullable<JournalRead['last']>,
  log: Log,
  writer: string,
): Promise<void> {
  const { segment, end, size, tornBytes } = last
  const path = `${folder}/${segment.name}`
  if (tornBytes > 0) log({ level: 'warn', event: 'journal_tail_cut', file: path, offset: end, bytes: tornBytes })
  if (end === 0) {
    await fs.unlink(path)
    await fs.syncFolder(folder)
  } else if (end < size) await replaceFile(fs, folder, segment.name, await fs.read(path, 0, end), writer)
  else await syncInPlace(fs, path)
}

async function syncInPlace(fs: Fs, path: string): Promise<void> {
  const file = await fs.open(path, 'update')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}
