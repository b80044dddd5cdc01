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
  /** Bytes of an incomplete last batch, which is being written or would be cut by the next start. */
  readonly tornBytes: number
  records(): AsyncIterable<LedgerRecord>
}

/** Number of attempts to read: a server may write meanwhile, so damage or a missing file is checked again. */
const attempts = 5

/**
 * Reads a ledger without its lock, even beside a running server.
 * @throws RiftlineError `ledger_not_found`, `journal_damaged`, `import_unfinished`
 */
export async function readLedger(dataFolder: string, fs: Fs = nodeFs): Promise<LedgerView> {
  await assertLedger(fs, dataFolder)
  return withAttempts(() => readOnce(fs, ledgerFolder(dataFolder)))
}

/** Checks that there is a complete ledger. @throws RiftlineError `ledger_not_found`, `import_unfinished` */
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
 * Opens the accounts of a ledger for reading, alone or beside a running server. Writes are discarded: for example the free month,
 * which a balance counts from its first day on, is recorded by the first call that uses it.
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
  /** Records in the kept segments, without trailers. */
  readonly records: number
  /** Bytes that a start would cut; they were never acknowledged, so this is no violation. */
  readonly tornBytes: number
  readonly violations: readonly LedgerViolation[]
}

type LedgerViolation = Pick<JournalDamage, 'file' | 'offset' | 'invariant' | 'message'>

/** Number of reads that must find a violation before it counts, because a read beside a running server is not atomic. */
const mostVerifications = 3

/**
 * Checks everything that is kept, alone or beside a running server, without writing: CRCs, sequence, trailers, chain,
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
  // The first kept segment must follow a snapshot made exactly there, if there is one.
  const before = [...snapshots.values()].find(({ position }) => position.q + 1 === first)
  let position = first === 1 ? journalStart : (before?.position ?? null)
  let [file, offset, records, tornBytes] = [folder, 0, 0, 0]

  /** Checks that a snapshot equals the state of the records before it; if those are gone, the snapshot becomes the state. */
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
    await compareSnapshots(position!)
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
