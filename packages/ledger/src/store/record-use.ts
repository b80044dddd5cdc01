import { hourMs } from '@riftline/base'
import { isKeptUse, isOnRecord, type KeptUse, mostUses, touchUse, type UsesState } from '../rules/address-uses.ts'
import type { SeenRecord } from '../rules/ledger-record.ts'

/** Maximum number of records of an account in an hour of ledger time, so that an account with ever new networks cannot fill the disk. */
const mostRecordsAnHour = 10_000
/** Records of an account in the current hour, which decide whether more are allowed. */
interface Written {
  hour: number
  records: number
  /** Address of the account's latest use. */
  newest: string
}

/**
 * Decides which address uses are recorded. A record names the addresses that the account loses to it, so that a
 * replay drops the same ones. While an account has room, one record an hour is enough; without room, every use that
 * changes the order of its networks is recorded, so that a restart drops the same address next.
 */
export function createUseRecorder(state: UsesState, write: (record: SeenRecord) => void) {
  const written = new Map<string, Written>()
  let dropped = 0

  /** Counts one of the records that an account may have this hour. */
  function mayWrite(before: Written, at: number): boolean {
    const hour = Math.floor(at / hourMs)
    if (before.hour !== hour) Object.assign(before, { hour, records: 0 })
    before.records += 1
    return before.records <= mostRecordsAnHour
  }

  function noteNew(use: SeenRecord, uses: ReadonlyMap<string, KeptUse>): void {
    if (uses.size === mostUses - 1) recordOrder(uses, use.accountId)
    const gone = [...uses.keys()].slice(0, Math.max(0, uses.size + 1 - mostUses))
    dropped += gone.length
    write(gone.length === 0 ? use : { ...use, dropped: gone })
  }

  /** Records the uses in their order, from the first whose record is older than the use. */
  function recordOrder(uses: ReadonlyMap<string, KeptUse>, accountId: string): void {
    let lags = false
    for (const [address, { recordedAt, lastAt, requestId }] of [...uses]) {
      lags ||= lastAt > recordedAt
      if (lags) write({ type: 'seen', at: lastAt, accountId, address, requestId })
    }
  }

  return {
    note(use: SeenRecord): void {
      const { uses } = state.accounts.get(use.accountId)!
      const before = written.get(use.accountId) ?? { hour: 0, records: 0, newest: '' }
      written.set(use.accountId, before)
      const found = uses.get(use.address)
      const known = found !== undefined && isKeptUse(found, use.at) ? found : null
      const changesOrder = uses.size >= mostUses && before.newest !== use.address
      before.newest = use.address
      if (known !== null && isOnRecord(known, use.at) && !changesOrder) touchUse(state, known, use)
      else if (mayWrite(before, use.at)) found === undefined ? noteNew(use, uses) : write(use)
      else if (known !== null) touchUse(state, known, use)
      else dropped += 1
    },
    /** Sorts the uses of each account by their records, because a snapshot lists them by address. */
    restoreOrder(): void {
      for (const { uses } of state.accounts.values()) {
        const inOrder = [...uses].sort(([, a], [, b]) => a.recordedAt - b.recordedAt)
        for (const [address, use] of inOrder) {
          uses.delete(address)
          uses.set(address, use)
        }
      }
    },
    /** Number of uses that a limit dropped or left unrecorded. */
    dropped: () => dropped,
  }
}

export type UseRecorder = ReturnType<typeof createUseRecorder>
