import { utcMonth } from '../rules/free-month.ts'
import type { LedgerRecord } from '../rules/ledger-record.ts'
import { linesBack, startOfStatements } from '../rules/statement.ts'
import type { Journal } from './journal.ts'

/** Records in memory, as far back as statements go. */
export function createMemoryJournal(): Journal {
  let records: LedgerRecord[] = []
  let monthEnd = 0
  let forgotten = 0
  const keep = (record: LedgerRecord): void => {
    if (record.at >= monthEnd) {
      monthEnd = utcMonth(record.at).to
      const oldest = startOfStatements(record.at)
      const kept = records.filter(({ at }) => at >= oldest)
      forgotten += records.length - kept.length
      records = kept
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
    linesBack: (wanted) => linesBack([...records], wanted, forgotten + 1),
    isSound: () => true,
    hasRoom: async () => true,
    failed: new Promise(() => {}),
    close: async () => {},
  }
}
