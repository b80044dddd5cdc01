import { utcMonth } from '../rules/free-month.ts'
import type { LedgerRecord } from '../rules/ledger-record.ts'
import { startOfStatements } from '../rules/statement.ts'
import type { Journal } from './journal.ts'

/** Records in memory, as far back as statements go. */
export function createMemoryJournal(): Journal {
  let records: LedgerRecord[] = []
  let monthEnd = 0
  const keep = (record: LedgerRecord): void => {
    if (record.at >= monthEnd) {
      monthEnd = utcMonth(record.at).to
      const oldest = startOfStatements(record.at)
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
