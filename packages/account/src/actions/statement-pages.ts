import type { CreditStore, StatementLine } from '@riftline/ledger'

const linesAtOnce = 500

interface Wanted {
  readonly month: string
  /** Undefined: all keys. */
  readonly keyId?: string | undefined
}

/** The lines of a month, newest first, as many at a time as the ledger gives without keeping others waiting. */
export async function* statementPages(
  ledger: Pick<CreditStore, 'statementPage'>,
  account: string,
  { month, keyId }: Wanted,
): AsyncGenerator<readonly StatementLine[]> {
  let before: string | undefined
  do {
    const page = await ledger.statementPage(account, { month, keyId, before, limit: linesAtOnce })
    if (page.lines.length > 0) yield page.lines
    before = page.next ?? undefined
  } while (before !== undefined)
}
