import { dayMs, hourMs } from '@riftline/base'
import type { ApiKey } from '@riftline/ledger'
import type { Child } from 'hono/jsx'
import type { AccountDeps } from '../account-deps.ts'
import { keyName, keyStatus, type MadeKey, makeKey, mayOverlap, mostKeys, refuseUsedForm } from '../actions/make-key.ts'
import { note } from '../actions/visitor.ts'
import { doneText, type FieldError, goTo, notFound, PageError, type Reply, refusedFor, shown } from '../frame/reply.ts'
import { type OwnCall, ownAction, ownPage, type PageRoute } from '../frame/route.ts'
import { createInTurn } from '../limits/turns.ts'
import { ButtonForm, Choice, Field, Hidden, Submit } from '../pages/field.tsx'
import { IpWarning } from '../pages/notices.tsx'
import { Facts, Paging, pageOf, pageSize, Table, type TableColumn } from '../pages/table.tsx'
import { CopyButton, CurlExample, countText, Time } from '../pages/text.tsx'
import { newForm } from '../people/tokens.ts'
import { othersHere } from './dashboard.tsx'

const title = 'Keys'

const stopTimes = [
  ['now', 'at once', 0],
  ['1h', 'in an hour', hourMs],
  ['24h', 'in a day', dayMs],
  ['7d', 'in a week', 7 * dayMs],
] as const

export function keyRoutes(deps: AccountDeps): readonly PageRoute[] {
  /** Runs by account, so that parallel calls cannot both take the last free place or rotate the same key. */
  const inTurn = createInTurn()
  const from = ({ id }: { readonly id: string }): string => `/keys/${id}`
  return [
    {
      path: '/keys',
      title,
      get: ownPage(async (call) => shown(title, await keysPage(deps, call, '', []), doneText(call.query))),
      post: ownAction(['name', 'form'], (call) => inTurn(call.who.account.id, () => createKey(deps, call)), {
        access: 'password',
      }),
    },
    { path: '/keys/{id}', title: 'Key', get: ownPage((call) => showKey(deps, call)) },
    {
      path: '/keys/{id}/rotate',
      title: 'Key',
      post: ownAction(['stops', 'form'], (call) => inTurn(call.who.account.id, () => rotate(deps, call)), {
        access: 'password',
        from,
      }),
    },
    {
      path: '/keys/{id}/revoke',
      title: 'Key',
      post: ownAction([], (call) => revoke(deps, call), { from, evenBanned: true }),
    },
  ]
}

async function createKey(deps: AccountDeps, call: OwnCall): Promise<Reply> {
  const { name: typed = '', form = '' } = call.fields
  const name = keyName(typed)
  const refuse = (message: string) =>
    refusedFor(title, 'name', message, (errors) => keysPage(deps, call, typed, errors))
  if (name === null) return refuse('Name the key with 1 to 64 visible characters.')
  refuseUsedForm(call, form)
  const made = await makeKey(deps, call, { name, form, event: 'key-created' })
  if (made === null) return refuse(`An account has at most ${mostKeys} keys that work: revoke one first.`)
  return newKeyPage(deps, made)
}

async function showKey(deps: AccountDeps, call: OwnCall): Promise<Reply> {
  const key = await ownKey(deps, call)
  return shown(key.name, await keyPage(deps, call, key, []))
}

async function rotate(deps: AccountDeps, call: OwnCall): Promise<Reply> {
  const { ledger } = deps
  const key = await ownKey(deps, call)
  const refuse = (message: string) =>
    refusedFor(key.name, 'stops', message, (errors) => keyPage(deps, call, key, errors))
  const { stops = '', form = '' } = call.fields
  const [, , inMs] = stopTimes.find(([name]) => name === stops) ?? []
  if (inMs === undefined) return refuse('Choose when the old key stops.')
  refuseUsedForm(call, form)
  if (keyStatus(key, ledger.now()) !== 'active') throw new PageError(409, 'This key was rotated or revoked already.')
  const isAtOnce = inMs === 0
  if (!isAtOnce && !mayOverlap(await ledger.keys(key.accountId), key, ledger.now())) {
    return refuse('The key before this one has not stopped yet: revoke it first, or let this one stop at once.')
  }
  const stopped = isAtOnce ? { stopped: key.id } : {}
  const made = await makeKey(deps, call, { name: key.name, form, event: 'key-rotated', ...stopped })
  if (made === null) return refuse(`An account has at most ${mostKeys} keys that work: let this one stop at once.`)
  await (isAtOnce ? ledger.revokeKey(key.id) : ledger.revokeKey(key.id, ledger.now() + inMs))
  return newKeyPage(deps, made)
}

async function revoke(deps: AccountDeps, call: OwnCall): Promise<Reply> {
  const { id } = await ownKey(deps, call)
  await deps.ledger.revokeKey(id)
  await note(deps, call, 'key-revoked', deps.api.keyPrefix(id))
  return goTo('/keys?done=revoked')
}

/** Returns a key of the account. @throws PageError 404, also for another account's key */
async function ownKey({ ledger }: AccountDeps, { who, id }: OwnCall): Promise<ApiKey> {
  const key = (await ledger.keys(who.account.id)).find((other) => other.id === id)
  if (key === undefined) throw notFound()
  return key
}

async function keysPage(deps: AccountDeps, call: OwnCall, name: string, errors: readonly FieldError[]) {
  const { ledger, randomBytes } = deps
  const { account, ban } = call.who
  const page = pageOf(call.query.page)
  const from = (page - 1) * pageSize
  const [keys, columns, others] = await Promise.all([
    ledger.keys(account.id),
    keyColumns(deps, account.id),
    othersHere(deps, call),
  ])
  const statusOf = (key: ApiKey) => keyStatus(key, ledger.now())
  const isOver = (key: ApiKey): number => Number(statusOf(key) === 'revoked')
  // Working keys come first, then the newest.
  const listed = keys.toSorted((a, b) => isOver(a) - isOver(b) || b.createdAt - a.createdAt)
  const rows = listed.slice(from, from + pageSize)
  const marks = (key: ApiKey) => ({ 'data-key': key.id, 'data-status': statusOf(key) })
  return (
    <>
      <IpWarning others={others} />
      {rows.length === 0 ? (
        <p>No keys yet.</p>
      ) : (
        <>
          <Table label="Keys" columns={columns} rows={rows} marks={marks} />
          <p class="hint">Last used is the latest call that was charged: free ones are not recorded.</p>
        </>
      )}
      <Paging page={page} isLast={listed.length <= from + pageSize} at={(number) => `/keys?page=${number}`} />
      {ban === null && (
        <>
          <h2>New key</h2>
          <form method="post" action="/keys" novalidate>
            <Hidden of={{ form: newForm(randomBytes) }} />
            <Field
              name="name"
              label="Name"
              value={name}
              autocomplete="off"
              hint="For yourself, such as where it is used."
              errors={errors}
            />
            <Submit name="Create key" />
          </form>
          <p>
            Try a key without a program: <a href="/console">Console</a>
          </p>
        </>
      )}
    </>
  )
}

async function keyColumns({ ledger, api }: AccountDeps, account: string): Promise<readonly TableColumn<ApiKey>[]> {
  const uses = new Map((await ledger.keyUses(account)).map((use) => [use.keyId, use]))
  const lastUse = (id: string): Child => {
    const use = uses.get(id)
    return use === undefined ? 'Never used' : <Time at={use.lastUsedAt} />
  }
  const link = ({ id, name }: ApiKey): Child => (
    <a href={`/keys/${id}`} aria-label={`Manage ${name}`}>
      {name}
    </a>
  )
  const credits = (id: string): string => countText(uses.get(id)?.creditsThisMonth ?? 0)
  return [
    { name: 'Name', look: 'name', cell: link },
    { name: 'Key', isLabelled: true, cell: ({ id }) => <code>{api.keyPrefix(id)}</code> },
    { name: 'Status', isLabelled: true, cell: (key) => statusText(key, ledger.now()) },
    { name: 'Created', isLabelled: true, cell: ({ createdAt }) => <Time at={createdAt} /> },
    { name: 'Last used', isLabelled: true, cell: ({ id }) => lastUse(id) },
    { name: 'Credits this month', look: 'number', isLabelled: true, cell: ({ id }) => credits(id) },
  ]
}

function statusText(key: ApiKey, now: number): Child {
  const status = keyStatus(key, now)
  if (key.revokedAt === null) return status
  return (
    <>
      {status} {status === 'ending' ? 'until' : 'since'} <Time at={key.revokedAt} />
    </>
  )
}

async function keyPage(deps: AccountDeps, { who }: OwnCall, key: ApiKey, errors: readonly FieldError[]) {
  const status = keyStatus(key, deps.ledger.now())
  const [, ...columns] = await keyColumns(deps, who.account.id)
  return (
    <>
      <Facts of={columns.map(({ name, cell }) => [name, cell(key)])} />
      {status === 'active' && who.ban === null && (
        <>
          <h2>Rotate</h2>
          <p>A new key with the same name; the old one goes on until you have changed it everywhere.</p>
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
function newKeyPage(deps: AccountDeps, { key, name }: MadeKey): Reply {
  return shown(
    'Your new key',
    <>
      <p>
        This is the key <strong>{name}</strong>. It is shown only now and kept nowhere: copy it to a safe place.
      </p>
      <code id="new-key">{key}</code>
      <p>
        <CopyButton of="new-key" name="Copy key" />
      </p>
      <h2>Try it</h2>
      <CurlExample deps={deps} authorization={`Bearer ${key}`} />
      <form method="post" action="/console" class="actions">
        <CopyButton of="curl" name="Copy command" />
        <Hidden of={{ operation: 'predict', body: deps.api.exampleBody, key }} />
        <Submit name="Send this request" kind="second" />
      </form>
      <p>
        <a href="/keys">Done, it is in a safe place</a>
      </p>
    </>,
  )
}
