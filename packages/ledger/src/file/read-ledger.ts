import { setImmediate } from 'node:timers/promises'
import { RiftlineError, requireOptions } from '@riftline/base'
import { type Fs, isMissing, nodeFs } from '@riftline/base/node'
import type { AccountAdministration } from '../credit-store.ts'
import { applyRecord } from '../rules/apply-record.ts'
import { checkInvariants, createLedgerTally } from '../rules/ledger-invariants.ts'
import type { LedgerRecord } from '../rules/ledger-record.ts'
import { createLedgerState, type LedgerState } from '../rules/ledger-state.ts'
import { linesBack } from '../rules/statement.ts'
import { firstOfState, hasToTurnBack, newestTimeOf, type StartingClock, turnBack } from '../rules/turn-back.ts'
import { createLedgerStore, createMemoryJournal, type StoreOptions, storeOptions } from '../store/memory-store.ts'
import { type JournalPosition, journalStart, samePosition } from './batches.ts'
import { ledgerFolder, refuseUnfinishedImport } from './folder.ts'
import { checkFirst, type DurableEnd, readRecords, replay } from './read-journal.ts'
import { type BrokenInvariant, JournalDamage, readSegment } from './read-segment.ts'
import { segmentsAmong } from './segment-writer.ts'
import {
  isStateOf,
  readSnapshot,
  restoreSnapshot,
  type Snapshot,
  type SnapshotName,
  snapshotsAmong,
} from './snapshot-file.ts'

export interface LedgerView {
  readonly state: LedgerState
  /** Bytes of a last batch that is not whole: one that is being written, or one that a start would cut. */
  readonly tornBytes: number
  records(): AsyncIterable<LedgerRecord>
}

/** A server may write meanwhile: a read that finds damage or a missing file is repeated. */
const attempts = 5

/**
 * Reads a ledger without its lock, also beside the server that writes it.
 * @throws RiftlineError `ledger_not_found`, `journal_damaged`, `import_unfinished`
 */
export async function readLedger(dataFolder: string, fs: Fs = nodeFs): Promise<LedgerView> {
  await assertLedger(fs, dataFolder)
  return withAttempts(() => readOnce(fs, ledgerFolder(dataFolder)))
}

/** @throws RiftlineError `ledger_not_found`, `import_unfinished` */
async function assertLedger(fs: Fs, dataFolder: string): Promise<void> {
  try {
    await refuseUnfinishedImport(fs, ledgerFolder(dataFolder))
  } catch (cause) {
    if (!isMissing(cause)) throw cause
    throw new RiftlineError('ledger_not_found', `there is no ledger in the data folder ${dataFolder}`, { cause })
  }
}

async function withAttempts<T>(read: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await read()
    } catch (error) {
      if (attempt === attempts || !(error instanceof JournalDamage || isMissing(error))) throw error
      await setImmediate()
    }
  }
}

async function readOnce(fs: Fs, folder: string): Promise<LedgerView> {
  const { state, sealed, last } = await replay(fs, folder)
  const [before] = segmentsAmong(sealed === null ? [] : [sealed.name])
  const until: DurableEnd | undefined =
    last ?? (before === undefined || sealed === null ? undefined : { segment: before, end: sealed.size })
  return { state, tornBytes: last?.tornBytes ?? 0, records: () => readRecords(fs, folder, until) }
}

/**
 * The accounts of a ledger for those who only read, beside the server that writes it or alone. What a method would write is
 * forgotten: the free month that a balance counts from its first day on is written by the first call that uses it.
 *
 * @throws RiftlineError `ledger_not_found`, `import_unfinished`, `journal_damaged`, `clock_behind_ledger`
 */
export async function readAccounts(
  options: StoreOptions & StartingClock & { readonly dataFolder: string },
): Promise<AccountAdministration> {
  requireOptions(options, [...storeOptions, 'acceptClock', 'dataFolder', 'log'])
  const { state, records } = await readLedger(options.dataFolder)
  const turnsBack = await hasToTurnBack(options, newestTimeOf(state), () => firstOfState(state))
  if (turnsBack) turnBack(state, options.clock.now())
  return createLedgerStore({
    ...options,
    state,
    journal: { ...createMemoryJournal(), records, linesBack: (wanted) => linesBack(records(), wanted) },
  })
}

/** Report that `riftline ledger verify --json` prints. */
export interface LedgerReport {
  readonly sound: boolean
  readonly accounts: number
  /** Records in the segments that are kept, trailers not counted. */
  readonly records: number
  /** Bytes that a start would cut: never acknowledged, no violation. */
  readonly tornBytes: number
  readonly violations: readonly LedgerViolation[]
}

type LedgerViolation = Pick<JournalDamage, 'file' | 'offset' | 'invariant' | 'message'>

/** Beside a live server a read is not atomic: a violation counts when it is found this often. */
const mostVerifications = 3

/**
 * Reads everything that is kept, beside a live server or alone, and writes nothing: CRCs, sequence, trailers, chain,
 * snapshots against the journal, and the invariants of the credits.
 *
 * @throws RiftlineError `ledger_not_found`, `import_unfinished`
 */
export async function verifyLedger(dataFolder: string, fs: Fs = nodeFs): Promise<LedgerReport> {
  await assertLedger(fs, dataFolder)
  for (let attempt = 1; ; attempt++) {
    try {
      const report = await verifyOnce(fs, ledgerFolder(dataFolder))
      if (report.sound || attempt === mostVerifications) return report
    } catch (error) {
      if (!isMissing(error) || attempt === mostVerifications) throw error
    }
  }
}

async function verifyOnce(fs: Fs, folder: string): Promise<LedgerReport> {
  const violations: LedgerViolation[] = []
  const note = (file: string, offset: number, invariant: BrokenInvariant, message: string): void => {
    violations.push({ file, offset, invariant, message })
  }
  const entries = await fs.list(folder)
  const segments = segmentsAmong(entries)
  const named = snapshotsAmong(entries)
  if (segments.length === 0 && named.length === 0) {
    throw new RiftlineError('ledger_not_found', `${folder} is empty: nothing was written yet, or an import failed`)
  }
  const snapshots = await readSnapshots(fs, folder, named, note)
  const tally = createLedgerTally()
  const first = segments[0]?.first ?? 1
  let state: LedgerState | null = first === 1 ? createLedgerState() : null
  // The first remaining segment must follow a snapshot that was made right there, if there is one.
  const before = [...snapshots.values()].find(({ position }) => position.q + 1 === first)
  let position = first === 1 ? journalStart : (before?.position ?? null)
  let [file, offset, records, tornBytes] = [folder, 0, 0, 0]

  /** A snapshot has to be what the records before it amount to; where those are gone, it stands in for them. */
  async function compareSnapshots(here: JournalPosition): Promise<void> {
    for (const [path, snapshot] of snapshots) {
      if (snapshot.position.q !== here.q) continue
      snapshots.delete(path)
      if (!samePosition(snapshot.position, here)) note(path, 0, 'chain', 'its chain hash is not that of the journal')
      if (state === null) state = await restoreSnapshot(fs, snapshot)
      else if (!(await isStateOf(fs, snapshot, state)))
        note(path, 0, 'snapshot', `its state is not what the journal amounts to at record ${here.q}`)
    }
  }

  try {
    checkFirst(folder, segments, Math.max(1, ...Array.from(snapshots.values(), ({ keepFrom }) => keepFrom)))
    for (const segment of segments) {
      if (position !== null) await compareSnapshots(position)
      const isLast = segment === segments.at(-1)
      file = `${folder}/${segment.name}`
      const read = await readSegment({ fs, folder, segment, after: position, isLast }, (record) => {
        records += 1
        tally.add(record)
        if (state !== null) applyRecord(state, record)
      })
      position = read.position
      offset = read.end
      tornBytes = read.tornBytes
    }
    await compareSnapshots(position ?? journalStart)
    for (const [path, { position }] of snapshots)
      note(path, 0, 'snapshot', `no segment ends at its last record ${position.q}`)
    if (state === null) note(folder, 0, 'segments', 'the first records are gone, and no snapshot stands in for them')
    else for (const found of checkInvariants(state, tally)) note(file, offset, found.invariant, found.message)
  } catch (error) {
    if (!(error instanceof JournalDamage)) throw error
    note(error.file, error.offset, error.invariant, error.reason)
  }
  return { sound: violations.length === 0, accounts: state?.accounts.size ?? 0, records, tornBytes, violations }
}

async function readSnapshots(
  fs: Fs,
  folder: string,
  names: readonly SnapshotName[],
  note: (file: string, offset: number, invariant: BrokenInvariant, message: string) => void,
): Promise<Map<string, Snapshot>> {
  const snapshots = new Map<string, Snapshot>()
  const damaged: JournalDamage[] = []
  for (const name of names) {
    try {
      snapshots.set(`${folder}/${name.name}`, await readSnapshot(fs, folder, name))
    } catch (error) {
      if (!(error instanceof JournalDamage)) throw error
      damaged.push(error)
    }
  }
  const [newest] = snapshots.keys()
  const instead = newest === undefined ? 'reads the journal from its first record' : `uses ${newest}`
  for (const { file, offset, invariant, reason } of damaged)
    note(file, offset, invariant, `${reason}; a start ${instead}`)
  return snapshots
}
