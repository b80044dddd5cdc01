import { utcMonth } from '../rules/free-month.ts'
import type { LedgerRecord } from '../rules/ledger-record.ts'
import type { Journal } from './journal.ts'

/** Records in memory: those of the current and the previous three UTC months. */
export function createMemoryJournal(): Journal {
  let records: LedgerRecord[] = []
  let monthEnd = 0
  const keep = (record: LedgerRecord): void => {
    if (record.at >= monthEnd) {
      const { from, to } = utcMonth(record.at)
      monthEnd = to
      const date = new Date(from)
      const oldest = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - keptMonthsBefore, 1)
      records = records.filter(({ at }) => at >= oldest)
    }
    records.push(record)
  }
  return {
    append: async (record) => keep(record),
    appendLazily: keep,
    flush: async () => {},
    records: async function* () {
      yield* [...records]
    },
    isSound: () => true,
    hasRoom: async () => true,
    failed: new Promise(() => {}),
    close: async () => {},
  }
}

const keptMonthsBefore = 3
