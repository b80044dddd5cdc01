import { dayMs, hourMs } from '@riftline/base'
import type { ApiKey, KeyUse } from '@riftline/ledger'
import type { Child } from 'hono/jsx'
import type { AccountDeps } from '../account-deps.ts'
import { noLimits, type TypedLimits } from '../actions/key-limits.ts'
import { keyStatus, type MadeKey } from '../actions/make-key.ts'
import type { FieldError } from '../frame/reply.ts'
import type { OwnCall } from '../frame/route.ts'
import { ButtonForm, Choice, Field, Hidden, Submit } from '../pages/field.tsx'
import { IpWarning } from '../pages/notices.tsx'
import { Facts, Paging, pageSize, Table, type TableColumn } from '../pages/table.tsx'
import { CopyButton, CurlExample, creditsText, Day, Time } from '../pages/text.tsx'
import { newForm } from '../people/tokens.ts'
import { Expiry, LimitFields, MonthOfKey, scopesText } from './key-limits.tsx'

/** Times at which a rotated key stops. */
export const stopTimes = [
  ['now', 'at once', 0],
  ['1h', 'in an hour', hourMs],
  ['24h', 'in a day', dayMs],
  ['7d', 'in a week', 7 * dayMs],
] as const

/** New key as it stands in its form. */
export interface TypedKey {
  readonly name: string
  readonly limits: TypedLimits
}

interface KeysPageProps {
  readonly deps: AccountDeps
  readonly call: OwnCall
  readonly keys: readonly ApiKey[]
  readonly uses: readonly KeyUse[]
  /** Number of other accounts that called from the visitor's network. */
  readonly others: number
  readonly page: number
  readonly typed: TypedKey
  readonly errors: readonly FieldError[]
}

/** Order of the list: working keys, expired ones, revoked ones; of each the newest first. */
const places = { active: 0, ending: 0, expired: 1, revoked: 2 } as const

export function KeysPage({ deps, call, keys, uses, others, page, typed, errors }: KeysPageProps) {
  const now = deps.ledger.now()
  const from = (page - 1) * pageSize
  const statusOf = (key: ApiKey) => keyStatus(key, now)
  const listed = keys.toSorted((a, b) => places[statusOf(a)] - places[statusOf(b)] || b.createdAt - a.createdAt)
  const rows = listed.slice(from, from + pageSize)
  const marks = (key: ApiKey) => ({ 'data-key': key.id, 'data-status': statusOf(key) })
  return (
    <>
      <IpWarning others={others} />
      {rows.length === 0 ? (
        <p>No keys yet.</p>
      ) : (
        <>
          <Table label="Keys" columns={keyColumns(deps, uses, Day)} rows={rows} marks={marks} />
          <p class="hint">Last used is the latest call that was charged: free ones are not recorded.</p>
        </>
      )}
      <Paging page={page} isLast={listed.length <= from + pageSize} at={(number) => `/keys?page=${number}`} />
      {call.who.ban === null && <NewKeyForm deps={deps} typed={typed} errors={errors} />}
    </>
  )
}

/** Form for a new key. Its limits are folded until they are needed. */
function NewKeyForm({ deps, typed: { name, limits }, errors }: Pick<KeysPageProps, 'deps' | 'typed' | 'errors'>) {
  const isOpen = JSON.stringify(limits) !== JSON.stringify(noLimits)
  return (
    <>
      <h2 id="new">New key</h2>
      <form method="post" action="/keys#new" novalidate>
        <Hidden of={{ form: newForm(deps.randomBytes) }} />
        <Field
          name="name"
          label="Name"
          value={name}
          autocomplete="off"
          hint="For yourself, such as where it is used."
          errors={errors}
          isFaultRepeated
        />
        <details class="field" open={isOpen}>
          <summary>Limits of this key</summary>
          <LimitFields typed={limits} now={deps.ledger.now()} errors={errors} />
        </details>
        <Submit name="Create key" />
      </form>
      <p>
        Try a key without a program: <a href="/console">Console</a>
      </p>
    </>
  )
}

/** Columns of the list, which are also the facts on the page of a key. @param At shows times of the past: the list has room for days alone */
function keyColumns(
  { ledger, api }: AccountDeps,
  uses: readonly KeyUse[],
  At: typeof Day | typeof Time,
): readonly TableColumn<ApiKey>[] {
  const now = ledger.now()
  const byKey = new Map(uses.map((use) => [use.keyId, use]))
  const lastUse = (id: string): Child => {
    const use = byKey.get(id)
    return use === undefined ? 'Never used' : <At at={use.lastUsedAt} />
  }
  const link = ({ id, name }: ApiKey): Child => (
    <a href={`/keys/${id}`} aria-label={`Manage ${name}`}>
      {name}
    </a>
  )
  const month = ({ id, monthlyLimit }: ApiKey): Child => (
    <MonthOfKey used={byKey.get(id)?.creditsThisMonth ?? 0} limit={monthlyLimit} now={now} />
  )
  return [
    { name: 'Name', look: 'name', cell: link },
    { name: 'Key', isLabelled: true, cell: ({ id }) => <code>{api.keyPrefix(id)}</code> },
    { name: 'Status', isLabelled: true, cell: (key) => statusText(key, now) },
    { name: 'Created', isLabelled: true, cell: ({ createdAt }) => <At at={createdAt} /> },
    { name: 'Last used', isLabelled: true, cell: ({ id }) => lastUse(id) },
    { name: 'Expires', isLabelled: true, cell: (key) => <Expiry of={key} now={now} /> },
    { name: 'Scopes', isLabelled: true, cell: scopesText },
    { name: 'Credits this month', look: 'number', isLabelled: true, cell: month },
  ]
}

function statusText(key: ApiKey, now: number): Child {
  const status = keyStatus(key, now)
  if (status === 'expired') return <strong class="bad">expired</strong>
  if (key.revokedAt === null) return status
  return (
    <>
      {status} {status === 'ending' ? 'until' : 'since'} <Time at={key.revokedAt} />
    </>
  )
}

interface KeyPageProps {
  readonly deps: AccountDeps
  readonly isBanned: boolean
  readonly of: ApiKey
  readonly uses: readonly KeyUse[]
  readonly typed: TypedLimits
  readonly errors: readonly FieldError[]
}

export function KeyPage({ deps, isBanned, of: key, uses, typed, errors }: KeyPageProps) {
  const now = deps.ledger.now()
  const status = keyStatus(key, now)
  const [, ...columns] = keyColumns(deps, uses, Time)
  const isChangeable = status !== 'revoked' && !isBanned
  return (
    <>
      <Facts of={columns.map(({ name, cell }) => [name, cell(key)])} />
      {isChangeable && (
        <>
          <h2>Limits</h2>
          <p>
            {status === 'expired' && 'This key has expired: a later day, or none, lets it work again. '}
            Changes count from the next call on. A call that would pass the monthly limit is refused and costs nothing.
          </p>
          <form method="post" action={`/keys/${key.id}/limits`} novalidate>
            <LimitFields typed={typed} now={now} expiresAt={key.expiresAt} errors={errors} />
            <Submit name="Save limits" />
          </form>
        </>
      )}
      {isChangeable && status === 'active' && (
        <>
          <h2>Rotate</h2>
          <p>
            A new key with the same name and limits; the old one goes on until you have changed it everywhere. The month
            of the new key begins with nothing used.
          </p>
          <form method="post" action={`/keys/${key.id}/rotate`}>
            <Hidden of={{ form: newForm(deps.randomBytes) }} />
            <Choice name="stops" label="Old key stops" chosen="24h" options={stopTimes} errors={errors} />
            <Submit name="Rotate key" kind="second" />
          </form>
        </>
      )}
      {status !== 'revoked' && (
        <>
          <h2>Revoke</h2>
          <p>Calls with this key are refused from then on. It cannot be undone.</p>
          <ButtonForm action={`/keys/${key.id}/revoke`} name="Revoke key" kind="danger" />
        </>
      )}
    </>
  )
}

/** Page with the new key, the only one that ever shows it. */
export function NewKeyPage({ deps, made: { key, name, limits } }: { deps: AccountDeps; made: MadeKey }) {
  const { monthlyLimit, expiresAt, scopes } = limits
  const facts: readonly (readonly [string, Child])[] = [
    ...(monthlyLimit === null ? [] : [['Monthly limit', creditsText(monthlyLimit)] as const]),
    ...(expiresAt === null ? [] : [['Expires', <Time at={expiresAt} />] as const]),
    ...(scopes === null ? [] : [['Scopes', scopesText(limits)] as const]),
  ]
  const mayPredict = scopes === null || scopes.includes('predict')
  return (
    <>
      <p>
        This is the key <strong>{name}</strong>. It is shown only now and kept nowhere: copy it to a safe place.
      </p>
      <code id="new-key">{key}</code>
      <p>
        <CopyButton of="new-key" name="Copy key" />
      </p>
      {facts.length > 0 && <Facts of={facts} />}
      {mayPredict && (
        <>
          <h2>Try it</h2>
          <CurlExample deps={deps} authorization={`Bearer ${key}`} />
          <form method="post" action="/console" class="actions">
            <CopyButton of="curl" name="Copy command" />
            <Hidden of={{ operation: 'predict', body: deps.api.exampleBody, key }} />
            <Submit name="Send this request" kind="second" />
          </form>
        </>
      )}
      <p>
        <a href="/keys">Done, it is in a safe place</a>
      </p>
    </>
  )
}
