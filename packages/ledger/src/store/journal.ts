import type { LedgerRecord } from '../rules/ledger-record.ts'
import type { LinesWanted, PlacedLine } from '../rules/statement.ts'

/** Where records are kept: files, or for the memory store nowhere that lasts. */
export interface Journal {
  /** Resolves when the record is durable; rejects with `StorageError`, and from then on always. */
  append(record: LedgerRecord): Promise<void>
  /** A record that nobody waits for. It is written with the next batch, at the latest a moment later. */
  appendLazily(record: LedgerRecord): void
  /** Resolves when all records so far are durable; rejects with `StorageError` when they cannot be. */
  flush(): Promise<void>
  /** Every record that is still kept, oldest first: those of the current and the previous three UTC months at least. */
  records(): AsyncIterable<LedgerRecord>
  /** The durable lines of an account's month, in the reverse of their order. */
  linesBack(wanted: LinesWanted): AsyncIterable<PlacedLine>
  /** False after the first error: nothing can be recorded any more. */
  isSound(): boolean
  /** Whether there is room for what comes next, so that a full disk is known before it stops charging. */
  hasRoom(): Promise<boolean>
  /** Resolves once, when the journal has failed; never while it is sound. */
  readonly failed: Promise<unknown>
  close(): Promise<void>
}
