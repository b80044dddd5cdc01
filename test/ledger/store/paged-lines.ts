import type { CreditStore, StatementLine, StatementQuery } from '@riftline/ledger'

/** Reads all lines of a month page by page, oldest first; lines of the same time are in the order of recording. */
export async function pagedLines(
  store: CreditStore,
  accountId: string,
  query: Omit<StatementQuery, 'before'>,
): Promise<StatementLine[]> {
  const lines: StatementLine[] = []
  for (let before: string | undefined; ; ) {
    const page = await store.statementPage(accountId, { ...query, before })
    lines.push(...page.lines)
    if (page.next === null) break
    if (page.lines.length !== query.limit) throw new Error(`a page of ${page.lines.length} lines has one behind it`)
    before = page.next
  }
  return lines.reverse().sort((a, b) => a.at - b.at)
}
