import { RiftlineError } from '@riftline/base'
import { checkInvariants } from '../rules/ledger-invariants.ts'
import type { LedgerState } from '../rules/ledger-state.ts'

/** Rule of the journal that is broken, or one of the ledger's (`I1` to `I7`). */
export type BrokenInvariant =
  | 'header'
  | 'crc'
  | 'sequence'
  | 'trailer'
  | 'chain'
  | 'segments'
  | 'snapshot'
  | 'record'
  | `I${number}`

/** Acknowledged data that cannot be read or trusted: the ledger is not opened. `offset` counts bytes in the file. */
export class JournalDamage extends RiftlineError {
  readonly file: string
  readonly offset: number
  readonly invariant: BrokenInvariant
  /** The message without the place. */
  readonly reason: string

  constructor(file: string, offset: number, invariant: BrokenInvariant, reason: string, options?: ErrorOptions) {
    super('journal_damaged', `${file}: offset ${offset}: ${reason}`, options)
    this.file = file
    this.offset = offset
    this.invariant = invariant
    this.reason = reason
  }
}

/** @throws JournalDamage when records that all could be applied do not add up */
export function assertInvariants(state: LedgerState, file: string, offset = 0): void {
  const [violation] = checkInvariants(state)
  if (violation !== undefined) throw new JournalDamage(file, offset, violation.invariant, violation.message)
}
