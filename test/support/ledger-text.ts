import { createStateReader, parseSnapshotLine, stateLines } from '#ledger/file/ledger-snapshot.ts'
import type { LedgerState } from '#ledger/rules/ledger-state.ts'

/** The state of a small ledger as one text: the lines of its snapshot. */
export function textOfState(state: LedgerState): string {
  return [...stateLines(state)].join('\n')
}

/** @throws RiftlineError `snapshot_damaged` */
export function stateOfText(text: string): LedgerState {
  const reader = createStateReader()
  for (const line of text.split('\n')) reader.add(parseSnapshotLine(line))
  return reader.finish()
}
