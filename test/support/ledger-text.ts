import { createStateReader, parseSnapshotLine, stateLines } from '#ledger/file/ledger-snapshot.ts'
import type { LedgerState } from '#ledger/rules/ledger-state.ts'

/** Writes the state of a small ledger as one text: the lines of its snapshot. */
export function textOfState(state: LedgerState): string {
  return [...stateLines(state)].join('\n')
}

/** Reads a state from the text of `textOfState`. @throws RiftlineError `snapshot_damaged` */
export function stateOfText(text: string): LedgerState {
  const reader = createStateReader()
  for (const line of text.split('\n')) reader.add(parseSnapshotLine(line))
  return reader.finish()
}
