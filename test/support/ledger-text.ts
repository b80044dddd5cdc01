import { createStateReader, stateParts } from '#ledger/file/ledger-snapshot.ts'
import type { LedgerState } from '#ledger/rules/ledger-state.ts'

/** A small ledger's state as one text: what snapshots have in pieces. */
export function textOfState(state: LedgerState): string {
  return [...stateParts(state)].join('')
}

/** @throws RiftlineError `snapshot_damaged` */
export function stateOfText(text: string): LedgerState {
  const reader = createStateReader()
  reader.push(Buffer.from(text))
  return reader.finish()
}
