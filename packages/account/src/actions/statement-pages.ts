import { setImmediate } from 'node:timers/promises'
import { toUtc } from '@riftline/base'
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

const header = 'atUtc,kind,requestId,operation,model,keyId,reason,credits'

/** A month's lines as a spreadsheet reads them (RFC 4180), in their order, in parts: no part keeps others waiting. */
export async function* csvInTurns(pages: AsyncIterable<readonly StatementLine[]>): AsyncGenerator<string> {
  yield `${header}\r\n`
  for await (const lines of pages) {
    yield lines.map((line) => `${rowOf(line)}\r\n`).join('')
    await setImmediate()
  }
}

function rowOf({ at, kind, requestId, operation, model, keyId, reason, credits }: StatementLine): string {
  return [toUtc(at), kind, ...[requestId, operation, model, keyId, reason].map(cell), String(credits)].join(',')
}

/** A spreadsheet takes a text that begins so for a formula: the apostrophe keeps it a text. */
function cell(text: string | null): string {
  if (text === null) return ''
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
