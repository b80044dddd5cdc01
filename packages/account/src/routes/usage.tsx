import type { ApiKey, StatementLine, StatementPage } from '@riftline/ledger'
import type { AccountDeps } from '../account-deps.ts'
import { csvInTurns, keyNames, nameOfKey, statementPages } from '../actions/downloads.ts'
import { file, notFound, PageError, type Reply, shown } from '../frame/reply.ts'
import { type OwnCall, ownPage, type PageRoute } from '../frame/route.ts'
import { Choice, Submit } from '../pages/field.tsx'
import { Paging, pageOf, pageSize, Table, type TableColumn } from '../pages/table.tsx'
import { countText, monthText, Time } from '../pages/text.tsx'

const title = 'Usage'

export function usagePages(deps: AccountDeps): readonly PageRoute[] {
  return [
    { path: '/usage', title, get: ownPage((call) => showUsage(deps, call)) },
    { path: '/usage.csv', title, get: ownPage((call) => download(deps, call)) },
  ]
}

interface Wanted {
  readonly month: string
  /** Key to show; undefined shows all. */
  readonly keyId: string | undefined
  /** Keys to choose from. */
  readonly keys: readonly ApiKey[]
  readonly names: ReturnType<typeof keyNames>
}

async function showUsage(deps: AccountDeps, call: OwnCall): Promise<Reply> {
  const wanted = await wantedOf(deps, call)
  const page = pageOf(call.query.page)
  const { month, keyId } = wanted
  const part = { month, keyId, skip: (page - 1) * pageSize, limit: pageSize }
  const found = await deps.ledger.statementPage(call.who.account.id, part)
  return shown(title, usagePage(deps, wanted, page, found))
}

async function download(deps: AccountDeps, call: OwnCall): Promise<Reply> {
  const { month, keyId, names } = await wantedOf(deps, call)
  const { id } = call.who.account
  const lines = csvInTurns(statementPages(deps.ledger, id, { month, keyId }), names)
  return file('text/csv; charset=utf-8', lines, `riftline-usage-${month}.csv`)
}

/** Reads month and key of the query. @throws PageError 400 for a malformed month, 404 for a key of another account */
async function wantedOf({ ledger }: AccountDeps, { who, query }: OwnCall): Promise<Wanted> {
  const { month = monthText(ledger.now()), key = '' } = query
  if (!/^20[0-9]{2}-(0[1-9]|1[0-2])$/.test(month)) throw new PageError(400, 'A month is written as 2026-11.')
  const keys = await ledger.keys(who.account.id)
  const names = keyNames(keys)
  if (key === '') return { month, keyId: undefined, keys: shownKeys(keys), names }
  const own = keys.find(({ id }) => id === key)
  if (own === undefined) throw notFound()
  return { month, keyId: own.id, keys: shownKeys(keys, own.id), names }
}

/** Keys to choose from: the newest ones, and the chosen one. */
function shownKeys(keys: readonly ApiKey[], chosen?: string): readonly ApiKey[] {
  const newest = keys.toSorted((a, b) => b.createdAt - a.createdAt)
  return newest.filter(({ id }, index) => index < pageSize || id === chosen)
}

function usagePage(
  { api }: AccountDeps,
  { month, keyId = '', keys, names }: Wanted,
  page: number,
  { lines, next }: StatementPage,
) {
  const options = keys.map(({ id, name }) => [id, `${name} (${api.keyPrefix(id)})`] as const)
  const at = (number: number): string => `/usage?month=${month}&key=${keyId}&page=${number}`
  return (
    <>
      <form method="get" action="/usage" class="row">
        <div class="field">
          <label for="field-month">Month</label>
          <input id="field-month" name="month" type="month" value={month} />
        </div>
        <Choice name="key" label="Key" chosen={keyId} options={[['', 'All keys'], ...options]} />
        <Submit name="Show" kind="second" />
      </form>
      <p>
        <a href={`/usage.csv?month=${month}&key=${keyId}`}>Download CSV</a>
      </p>
      <Table
        label={`Charges and grants in ${month}`}
        columns={lineColumns(api, names)}
        rows={lines}
        marks={({ kind, requestId }) => ({ 'data-kind': kind, 'data-request': requestId ?? '' })}
        empty={page === 1 ? 'Nothing in this month.' : 'Nothing on this page.'}
      />
      <Paging page={page} isLast={next === null} at={at} />
    </>
  )
}

const kinds: Readonly<Record<StatementLine['kind'], string>> = {
  grant: 'credits given',
  reverse: 'credits taken back',
  capture: 'charge',
  refund: 'refund',
}

const lineColumns = (
  { keyPrefix }: AccountDeps['api'],
  names: Wanted['names'],
): readonly TableColumn<StatementLine>[] => [
  { name: 'Time', cell: ({ at }) => <Time at={at} /> },
  { name: 'Kind', cell: ({ kind }) => kinds[kind] },
  { name: 'Request', isLabelled: true, cell: ({ requestId }) => <Code text={requestId} /> },
  {
    name: 'Operation',
    cell: ({ operation, calls }) => `${operation ?? '-'}${calls === undefined ? '' : `, ${calls} calls`}`,
  },
  { name: 'Model', cell: ({ model }) => model ?? '-' },
  {
    name: 'Key',
    look: 'name',
    isLabelled: true,
    cell: (line) => (
      <>
        {nameOfKey(names, line)} <Code text={line.keyId === null ? null : keyPrefix(line.keyId)} />
      </>
    ),
  },
  { name: 'Note', look: 'name', isLabelled: true, cell: ({ reason }) => statementNote(reason) },
  { name: 'Credits', look: 'number', cell: ({ credits }) => `${credits > 0 ? '+' : ''}${countText(credits)}` },
]

function Code({ text }: { readonly text: string | null }) {
  return text === null ? <>-</> : <code>{text}</code>
}

const reasons: ReadonlyMap<string, string> = new Map([
  ['disconnect', 'the answer did not arrive'],
  ['crash', 'the server stopped during the call'],
  ['operator', 'given back by the operator'],
  ['undelivered', 'charged, though the answer may not have arrived whole'],
])

/** Describes a reference or reason written by riftline in words; an operator's text stays as it is. */
export function statementNote(reason: StatementLine['reason']): string {
  if (reason === null) return ''
  const [, month] = /^free:(\d{4}-\d\d)$/.exec(reason) ?? []
  if (month !== undefined) return `free credits of ${month}`
  const [, plan, day] = /^plan:(.+):(\d{4}-\d\d-\d\d)$/.exec(reason) ?? []
  if (plan !== undefined) return `plan ${plan} until ${day}`
  const [, paid] = /^(stripe|test):[^:]+(?::restored.*)?$/.exec(reason) ?? []
  if (paid !== undefined) return paid === 'test' ? 'test payment' : 'payment'
  return reasons.get(reason) ?? reason
}
