import type { Fs } from '@riftline/base/node'
import { createLedgerState, type LedgerState } from '../rules/ledger-state.ts'
import { JournalDamage } from './journal-damage.ts'
import { type JournalPosition, journalStart } from './journal-position.ts'
import {
  readSnapshot,
  restoreSnapshot,
  type SealedSegment,
  type SnapshotName,
  snapshotsAmong,
} from './snapshot-file.ts'

/** Where to begin reading the journal. */
export interface StartingPoint {
  readonly state: LedgerState
  readonly position: JournalPosition
  readonly keepFrom: number
  readonly sealed: SealedSegment | null
  /** The snapshot it came from; null: from nothing. */
  readonly snapshot: SnapshotName | null
  /** Newer snapshots that do not read, with the reason. */
  readonly damaged: readonly { readonly name: string; readonly reason: string }[]
}

/** The newest snapshot among the folder's entries whose hash fits, else the older one, else the empty ledger. */
export async function loadSnapshot(fs: Fs, folder: string, entries: readonly string[]): Promise<StartingPoint> {
  const damaged: { name: string; reason: string }[] = []
  for (const name of snapshotsAmong(entries)) {
    try {
      const snapshot = await readSnapshot(fs, folder, name)
      const { position, keepFrom, sealed } = snapshot
      const state = await restoreSnapshot(fs, snapshot)
      return { state, position, keepFrom, sealed, snapshot: name, damaged }
    } catch (error) {
      if (!(error instanceof JournalDamage)) throw error
      damaged.push({ name: name.name, reason: error.reason })
    }
  }
  return { state: createLedgerState(), position: journalStart, keepFrom: 1, sealed: null, snapshot: null, damaged }
}
