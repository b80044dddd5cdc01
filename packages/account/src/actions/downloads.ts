import { setImmediate } from 'node:timers/promises'
import { toUtc } from '@riftline/base'
import type { Account, CreditStore, StatementLine } from '@riftline/ledger'
import type { AccountDeps } from '../account-deps.ts'
import type { Person } from '../people/person.ts'

/** All that is kept of somebody, as JSON in parts: no hash of a secret is among it. */
export async function exportPerson(
  { ledger, people, clock, api }: AccountDeps,
  person: Person,
  account: Account,
): Promise<AsyncIterable<string>> {
  const [keys, grants, payments] = await Promise.all([
    ledger.keys(account.id),
    ledger.grants(account.id),
    people.payments(account.id),
  ])
  const { id, email, status, createdAt, alertBelow } = person
  const fields = {
    exportedAtUtc: toUtc(clock.now()),
    account: { id: account.id, name: account.name, status: account.status, createdAtUtc: toUtc(account.createdAt) },
    person: { id, email, status, createdAtUtc: toUtc(createdAt), alertBelow },
  }
  const lists = {
    sessions: person.sessions.map(({ id, createdAt, lastSeenAt, network, browser }) => ({
      id,
      createdAtUtc: toUtc(createdAt),
      lastSeenAtUtc: toUtc(lastSeenAt),
      network,
      browser,
    })),
    events: person.events.map(({ at, ...event }) => ({ atUtc: toUtc(at), ...event })),
    keys: keys.map(({ id, name, createdAt, revokedAt }) => ({
      id,
      prefix: api.keyPrefix(id),
      name,
      createdAtUtc: toUtc(createdAt),
      revokedAtUtc: utcOrNull(revokedAt),
    })),
    grants: grants.map(({ grantedAt, expiresAt, reversedAt, ...grant }) => ({
      ...grant,
      grantedAtUtc: toUtc(grantedAt),
      expiresAtUtc: utcOrNull(expiresAt),
      reversedAtUtc: utcOrNull(reversedAt),
    })),
    payments: payments.map(({ id, item, name, credits, amount, currency, status, createdAt, refundedAmount }) => ({
      id,
      item,
      name,
      credits,
      amount,
      currency,
      status,
      createdAtUtc: toUtc(createdAt),
      refundedAmount,
    })),
    statement: wholeStatement(ledger, account, clock.now()),
  }
  return jsonInTurns(fields, lists)
}

function utcOrNull(at: number | null): string | null {
  return at === null ? null : toUtc(at)
}

/** Every month from the account's first on, newest first. */
async function* wholeStatement(
  ledger: AccountDeps['ledger'],
  { id, createdAt }: Account,
  now: number,
): AsyncGenerator<readonly unknown[]> {
  for (const month of monthsBetween(createdAt, now)) {
    for await (const lines of statementPages(ledger, id, { month })) {
      yield lines.map(({ at, ...line }) => ({ atUtc: toUtc(at), ...line }))
    }
  }
}

function monthsBetween(from: number, to: number): readonly string[] {
  const months: string[] = []
  const first = new Date(from).toISOString().slice(0, 7)
  const date = new Date(to)
  for (;;) {
    const month = date.toISOString().slice(0, 7)
    months.push(month)
    if (month <= first) return months
    date.setUTCDate(1)
    date.setUTCMonth(date.getUTCMonth() - 1)
  }
}

/** A list that is written without keeping others waiting: given whole, or as it is read. */
type List = readonly unknown[] | AsyncIterable<readonly unknown[]>

/** Items between two turns of the event loop. */
const itemsAtOnce = 200

/** As `JSON.stringify(document, null, 2)` and a line break, in parts. @param lists come behind the fields */
async function* jsonInTurns(
  fields: Readonly<Record<string, unknown>>,
  lists: Readonly<Record<string, List>>,
): AsyncGenerator<string> {
  yield JSON.stringify(fields, null, 2).slice(0, -'\n}'.length)
  for (const [name, list] of Object.entries(lists)) {
    yield `,\n  ${JSON.stringify(name)}: [`
    let isEmpty = true
    for await (const items of slices(list)) {
      yield items.map((item, index) => `${isEmpty && index === 0 ? '' : ','}\n    ${indented(item)}`).join('')
      isEmpty = false
      await setImmediate()
    }
    yield isEmpty ? ']' : '\n  ]'
  }
  yield '\n}\n'
}

function indented(item: unknown): string {
  return JSON.stringify(item, null, 2).replaceAll('\n', '\n    ')
}

async function* slices(list: List): AsyncGenerator<readonly unknown[]> {
  for await (const items of Symbol.asyncIterator in list ? list : [list]) {
    for (let from = 0; from < items.length; from += itemsAtOnce) yield items.slice(from, from + itemsAtOnce)
  }
}

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
