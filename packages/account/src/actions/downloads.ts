import { setImmediate } from 'node:timers/promises'
import { monthOf, toUtc } from '@riftline/base'
import type { Account, ApiKey, CreditStore, StatementLine, StatementQuery } from '@riftline/ledger'
import type { AccountDeps } from '../account-deps.ts'
import type { Person } from '../people/person.ts'

/** Exports everything stored about a person, as JSON in parts, without any hash of a secret. */
export async function exportPerson({ ledger, people, clock, api }: AccountDeps, person: Person, account: Account) {
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
    sessions: person.sessions.map(({ id, createdAt, lastSeenAt, network, browser }) =>
      inUtc({ id, createdAt, lastSeenAt, network, browser }),
    ),
    events: person.events.map(({ at, ...event }) => inUtc({ at, ...event })),
    keys: keys.map(({ id, name, createdAt, revokedAt, monthlyLimit, expiresAt, scopes }) =>
      inUtc({ id, prefix: api.keyPrefix(id), name, createdAt, revokedAt, monthlyLimit, expiresAt, scopes }),
    ),
    grants: grants.map(({ grantedAt, expiresAt, reversedAt, ...grant }) =>
      inUtc({ ...grant, grantedAt, expiresAt, reversedAt }),
    ),
    payments: payments.map(({ id, item, name, credits, amount, currency, status, createdAt, refundedAmount }) =>
      inUtc({ id, item, name, credits, amount, currency, status, createdAt, refundedAmount }),
    ),
    statement: wholeStatement(ledger, account, keyNames(keys), clock.now()),
  }
  return jsonInTurns(fields, lists)
}

/** Copies a record with its fields in order; times such as `at` and `createdAt` become `atUtc` and `createdAtUtc`. */
function inUtc(record: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const fields = Object.entries(record).map(([name, value]) =>
    /^at$|At$/.test(name) ? [`${name}Utc`, typeof value === 'number' ? toUtc(value) : value] : [name, value],
  )
  return Object.fromEntries(fields)
}

async function* wholeStatement(
  ledger: AccountDeps['ledger'],
  { id, createdAt }: Account,
  names: KeyNames,
  now: number,
): AsyncGenerator<readonly unknown[]> {
  for (const month of monthsBetween(createdAt, now)) {
    for await (const lines of statementPages(ledger, id, { month })) {
      yield lines.map(({ at, ...line }) => inUtc({ at, ...line, keyName: nameOfKey(names, line) }))
    }
  }
}

function monthsBetween(from: number, to: number): readonly string[] {
  const months = Math.max(0, monthOf(to) - monthOf(from)) + 1
  return Array.from({ length: months }, (_, index) => toUtc(Date.UTC(1970, monthOf(to) - index)).slice(0, 7))
}

/** Number of items written before the event loop gets a turn. */
const itemsAtOnce = 200

/** Writes `JSON.stringify(document, null, 2)` and a newline in parts, so that other requests get turns. @param lists follow the fields */
async function* jsonInTurns(
  fields: Readonly<Record<string, unknown>>,
  lists: Readonly<Record<string, readonly unknown[] | AsyncIterable<readonly unknown[]>>>,
): AsyncGenerator<string> {
  yield JSON.stringify(fields, null, 2).slice(0, -'\n}'.length)
  for (const [name, list] of Object.entries(lists)) {
    yield `,\n  ${JSON.stringify(name)}: [`
    let isEmpty = true
    for await (const items of Symbol.asyncIterator in list ? list : [list]) {
      for (let from = 0; from < items.length; from += itemsAtOnce) {
        const part = items
          .slice(from, from + itemsAtOnce)
          .map((item) => `\n    ${JSON.stringify(item, null, 2).replaceAll('\n', '\n    ')}`)
        yield `${isEmpty ? '' : ','}${part.join(',')}`
        isEmpty = false
        await setImmediate()
      }
    }
    yield isEmpty ? ']' : '\n  ]'
  }
  yield '\n}\n'
}

const linesAtOnce = 500

/** Yields the statement lines of a month, newest first, in pages small enough not to block other requests. */
export async function* statementPages(
  ledger: Pick<CreditStore, 'statementPage'>,
  account: string,
  wanted: Pick<StatementQuery, 'month' | 'keyId'>,
): AsyncGenerator<readonly StatementLine[]> {
  let before: string | undefined
  do {
    const page = await ledger.statementPage(account, { ...wanted, before, limit: linesAtOnce })
    if (page.lines.length > 0) yield page.lines
    before = page.next ?? undefined
  } while (before !== undefined)
}

/** Names of an account's keys, by id. */
type KeyNames = ReadonlyMap<string, string>

export function keyNames(keys: readonly ApiKey[]): KeyNames {
  return new Map(keys.map(({ id, name }) => [id, name]))
}

/** Name of the key that paid; null for lines without a key. */
export function nameOfKey(names: KeyNames, { keyId }: Pick<StatementLine, 'keyId'>): string | null {
  return keyId === null ? null : (names.get(keyId) ?? null)
}

const header = 'atUtc,kind,requestId,operation,model,keyId,reason,credits,calls,keyName'

/** Writes a month's lines as CSV (RFC 4180), in parts, so that other requests get turns. */
export async function* csvInTurns(
  pages: AsyncIterable<readonly StatementLine[]>,
  names: KeyNames,
): AsyncGenerator<string> {
  yield `${header}\r\n`
  for await (const lines of pages) {
    yield lines.map((line) => `${rowOf(line)},${cell(nameOfKey(names, line))}\r\n`).join('')
    await setImmediate()
  }
}

function rowOf({ at, kind, requestId, operation, model, keyId, reason, credits, calls = 1 }: StatementLine): string {
  const numbers = [String(credits), requestId === null ? '' : String(calls)]
  return [toUtc(at), kind, ...[requestId, operation, model, keyId, reason].map(cell), ...numbers].join(',')
}

/** Spreadsheets read a text with such a first character as a formula; the apostrophe keeps it a text. */
function cell(text: string | null): string {
  if (text === null) return ''
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
