import { RiftlineError } from '@riftline/core'
import type { LedgerRecord } from '../ledger-record.ts'
import { applyRecord, createLedgerState, type LedgerState } from '../ledger-state.ts'

export interface Replay {
  readonly state: LedgerState
  /** Bytes up to the end of the last whole record. */
  readonly length: number
  /** Bytes of a last line that was never finished, hence never acknowledged. */
  readonly tornBytes: number
}

/**
 * The state that a journal tells. A last line without its end is the trace of a crash in the middle of a write and is left
 * out; anything else that does not read would mean acknowledged charges are damaged, and is refused.
 *
 * @throws RiftlineError `journal_damaged` with the line
 */
export function replayJournal(bytes: Buffer, path: string): Replay {
  const length = bytes.lastIndexOf(lineFeed) + 1
  const state = createLedgerState()
  let line = 0
  for (let start = 0; start < length; ) {
    const end = bytes.indexOf(lineFeed, start)
    line += 1
    try {
      applyRecord(state, JSON.parse(bytes.toString('utf8', start, end)) as LedgerRecord)
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : String(cause)
      throw new RiftlineError('journal_damaged', `${path}:${line}: ${reason}`, { cause })
    }
    start = end + 1
  }
  return { state, length, tornBytes: bytes.length - length }
}

const lineFeed = 0x0a
