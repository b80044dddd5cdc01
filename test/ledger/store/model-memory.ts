import type { RandomBytes } from '@riftline/base/node'
import type { CreditStore } from '@riftline/ledger'
import { applyRecord } from '#ledger/rules/apply-record.ts'
import { checkInvariants, createLedgerTally } from '#ledger/rules/ledger-invariants.ts'
import type { LedgerRecord } from '#ledger/rules/ledger-record.ts'
import { createLedgerState, type LedgerState } from '#ledger/rules/ledger-state.ts'
import { firstOfState, hasToTurnBack, newestTimeOf, turnBackRecord } from '#ledger/rules/turn-back.ts'
import type { Journal } from '#ledger/store/live-ledger.ts'
import { createLedgerStore, createMemoryJournal } from '#ledger/store/memory-store.ts'
import type { ManualClock } from '../../support/clock.ts'
import { stateOfText, textOfState } from '../../support/ledger-text.ts'
import type { ModelKind } from './model-run.ts'

export interface ReplayedStores extends Required<Pick<ModelKind, 'open' | 'reopen' | 'violations' | 'charged'>> {
  /** All records of the open store. */
  records(): readonly LedgerRecord[]
}

/** Creates memory stores that can be restarted: a restart rebuilds the state from the records, in a different way each time. */
export function createReplayedStores(): ReplayedStores {
  let [state, journal, records] = [createLedgerState(), createMemoryJournal(), [] as LedgerRecord[]]
  const randomBytes = countingBytes()
  const start = (clock: ManualClock): CreditStore =>
    createLedgerStore({ state, journal: keepingAll(journal, records), clock, randomBytes, freeCredits: 20 })
  return {
    records: () => records,
    async open(clock) {
      ;[state, journal, records] = [createLedgerState(), createMemoryJournal(), []]
      return start(clock)
    },
    async reopen(clock, acceptClock = false) {
      state = replay(records)
      if (await hasToTurnBack({ clock, acceptClock }, newestTimeOf(state), () => firstOfState(state))) {
        records.push(turnBackRecord(clock.now()))
        state = replay(records)
      }
      const store = start(clock)
      for (const requestId of [...state.open.keys()]) await store.refund(requestId, 'crash')
      return store
    },
    charged: async (_store, accountId) => chargedIn(state, accountId),
    async violations() {
      const tally = createLedgerTally()
      for (const record of records) tally.add(record)
      const wrong: unknown[] = [...checkInvariants(state, tally)]
      if (textOfState(replay(records)) !== textOfState(state)) wrong.push('the records do not give the state again')
      return wrong
    },
  }
}

/** Sum of all captured credits of an account minus all refunded ones. */
export function chargedIn(state: LedgerState, accountId: string): number {
  let sum = 0
  for (const { grant, captured, refunded } of state.grants.values())
    if (grant.accountId === accountId) sum += captured - refunded
  return sum
}

/** Bytes from a counter: never equal, and the same in every run, so that sequences repeat exactly. */
function countingBytes(): RandomBytes {
  let count = 0
  return (size) => {
    count += 1
    return Uint8Array.from({ length: size }, (_, index) => Math.floor(count / 62 ** index) % 62)
  }
}

/** Keeps all records for a restart, since the memory journal drops old months. */
function keepingAll(journal: Journal, records: LedgerRecord[]): Journal {
  return {
    ...journal,
    append(record) {
      records.push(record)
      return journal.append(record)
    },
    appendLazily(record) {
      records.push(record)
      journal.appendLazily(record)
    },
  }
}

/** Applies all records as a disk returns them, with a snapshot in the middle. */
function replay(records: readonly LedgerRecord[]): LedgerState {
  let state = createLedgerState()
  for (const [index, record] of records.entries()) {
    if (index === records.length >> 1) state = stateOfText(textOfState(state))
    applyRecord(state, JSON.parse(JSON.stringify(record)) as LedgerRecord)
  }
  return state
}
