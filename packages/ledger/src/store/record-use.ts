import { isKeptUse, isOnRecord, type KeptUse, mostUses, touchUse, type UsesState } from '../rules/address-uses.ts'
import type { SeenRecord } from '../rules/ledger-record.ts'

/** Records of an account in an hour of ledger time: one that changes networks without end must not fill the disk. */
const mostRecordsAnHour = 10_000
const hourMs = 3_600_000

/** What an account has on record, as far as it decides what comes next. */
interface Written {
  hour: number
  /** Of that hour. */
  records: number
  /** The address of its latest use. */
  newest: string
}

export interface UseRecorder {
  /** Notes a use as it happens. */
  note(use: SeenRecord): void
  /** Brings accounts with more networks than are kept, of an earlier release, down to the limit. */
  settle(): void
  /** Uses that were forgotten or not noted because of a limit. */
  dropped(): number
}

/**
 * Which uses of addresses go on record. The record of a use names those that are dropped for it, so that a replay
 * forgets the same without a rule of its own, and a journal of an earlier release still means what it meant.
 *
 * While an account has room, a use of the last hour on record needs no other. Once it has no more, every use that changes
 * the order of its networks is recorded: after a restart the same one is dropped next.
 *
 * @param write applies a record and queues it for the journal
 */
export function createUseRecorder(state: UsesState, write: (record: SeenRecord) => void): UseRecorder {
  const written = new Map<string, Written>()
  let dropped = 0

  /** Takes one of the records that an account may have this hour. */
  function mayWrite(before: Written, at: number): boolean {
    const hour = Math.floor(at / hourMs)
    if (before.hour !== hour) {
      before.hour = hour
      before.records = 0
    }
    before.records += 1
    return before.records <= mostRecordsAnHour
  }

  function writtenOf(accountId: string): Written {
    let before = written.get(accountId)
    if (before === undefined) {
      before = { hour: 0, records: 0, newest: '' }
      written.set(accountId, before)
    }
    return before
  }

  function usesOf(accountId: string): ReadonlyMap<string, KeptUse> {
    return state.accounts.get(accountId)?.uses ?? new Map()
  }

  function noteNew(use: SeenRecord, uses: ReadonlyMap<string, KeptUse>): void {
    if (uses.size === mostUses - 1) recordOrder(uses, use.accountId)
    const gone = [...oldest(uses, uses.size + 1 - mostUses)]
    dropped += gone.length
    write(gone.length === 0 ? use : { ...use, dropped: gone })
  }

  /** From the first use that is not on record as it was on: records in the order of the uses. */
  function recordOrder(uses: ReadonlyMap<string, KeptUse>, accountId: string): void {
    let lags = false
    for (const [address, { recordedAt, lastAt, requestId }] of [...uses]) {
      lags ||= lastAt > recordedAt
      if (lags) write({ type: 'seen', at: lastAt, accountId, address, requestId })
    }
  }

  return {
    note(use) {
      const [uses, before] = [usesOf(use.accountId), writtenOf(use.accountId)]
      const found = uses.get(use.address)
      const known = found !== undefined && isKeptUse(found, use.at) ? found : null
      const changesOrder = uses.size >= mostUses && before.newest !== use.address
      before.newest = use.address
      if (known !== null && isOnRecord(known, use.at) && !changesOrder) touchUse(state, known, use)
      else if (mayWrite(before, use.at)) found === undefined ? noteNew(use, uses) : write(use)
      else if (known !== null) touchUse(state, known, use)
      else dropped += 1
    },
    settle() {
      for (const [accountId, { uses }] of state.accounts) {
        const inOrder = [...uses].sort(([, a], [, b]) => a.recordedAt - b.recordedAt)
        for (const [address, use] of inOrder) {
          uses.delete(address)
          uses.set(address, use)
        }
        const surplus = [...oldest(uses, uses.size - mostUses)]
        const [address, newest] = inOrder.at(-1) ?? []
        if (surplus.length === 0 || address === undefined || newest === undefined) continue
        dropped += surplus.length
        const { recordedAt: at, recordedRequestId: requestId } = newest
        for (let from = 0; from < surplus.length; from += mostDropped) {
          const gone = surplus.slice(from, from + mostDropped)
          write({ type: 'seen', at, accountId, address, requestId, dropped: gone })
        }
      }
    },
    dropped: () => dropped,
  }
}

/** A record is much smaller than the journal takes. */
const mostDropped = 1000

function* oldest(uses: ReadonlyMap<string, KeptUse>, count: number): Iterable<string> {
  let left = count
  for (const address of uses.keys()) {
    if (left <= 0) return
    left -= 1
    yield address
  }
}
