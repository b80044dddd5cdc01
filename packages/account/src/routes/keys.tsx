import type { ApiKey, KeyUse } from '@riftline/ledger'
import type { JSX } from 'hono/jsx/jsx-runtime'
import type { AccountDeps } from '../account-deps.ts'
import { keyName, keyStatus, makeKey, mostKeys, refuseUsedForm } from '../actions/make-key.ts'
import { doneText, type FieldError, type Reply, refusedFor, shown } from '../frame/reply.ts'
import { type OwnCall, ownAction, ownPage, type PageRoute } from '../frame/route.ts'
import type { InTurn } from '../limits/turns.ts'
import { Field, Hidden, Submit } from '../pages/field.tsx'
import { IpWarning } from '../pages/notices.tsx'
import { Paging, pageOf, pageSize, Table, type TableColumn } from '../pages/table.tsx'
import { countText, Time } from '../pages/text.tsx'
import { newForm } from '../people/tokens.ts'
import { othersHere } from './dashboard.tsx'
import { newKeyPage } from './key.tsx'

const title = 'Keys'

/** @param inTurn by account: of many at once, none may find room that another takes */
export function keysRoutes(deps: AccountDeps, inTurn: InTurn): readonly PageRoute[] {
  return [
    {
      path: '/keys',
      title,
      get: ownPage(async (call) =>
        shown(title, await keysPage(deps, call, '', []), { status: doneText(call.query.get('done')) }),
      ),
      post: ownAction(['name', 'form'], (call) => createKey(deps, call, inTurn), { access: 'password' }),
    },
  ]
}

async function createKey(deps: AccountDeps, call: OwnCall, inTurn: InTurn): Promise<Reply> {
  const typed = call.fields.get('name') ?? ''
  const form = call.fields.get('form') ?? ''
  const name = keyName(typed)
  const refuse = (message: string) =>
    refusedFor(title, 'name', message, (errors) => keysPage(deps, call, typed, errors))
  if (name === null) return refuse('Name the key with 1 to 64 visible characters.')
  refuseUsedForm(call, form)
  const made = await inTurn(call.who.account.id, () => makeKey(deps, call, { name, form, event: 'key-created' }))
  if (made === null) return refuse(`An account has at most ${mostKeys} keys that work: revoke one first.`)
  return newKeyPage(deps, made)
}

async function keysPage(
  deps: AccountDeps,
  call: OwnCall,
  name: string,
  errors: readonly FieldError[],
): Promise<JSX.Element> {
  const { ledger, randomBytes } = deps
  const { account, ban } = call.who
  const [keys, uses, others] = await Promise.all([
    ledger.keys(account.id),
    ledger.keyUses(account.id),
    othersHere(deps, call),
  ])
  const page = pageOf(call.query.get('page'))
  const listed = inList(keys, ledger.now())
  const from = (page - 1) * pageSize
  return (
    <>
      <IpWarning others={others} />
      <KeyTable deps={deps} keys={listed.slice(from, from + pageSize)} uses={uses} />
      <Paging page={page} isLast={listed.length <= from + pageSize} at={(number) => `/keys?page=${number}`} />
      {ban === null && (
        <>
          <h2>New key</h2>
          <form method="post" action="/keys" novalidate>
            <Hidden name="form" value={newForm(randomBytes)} />
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

/** Sorts keys: those that work first, then the newest first. */
function inList(keys: readonly ApiKey[], now: number): readonly ApiKey[] {
  const isOver = (key: ApiKey): number => Number(keyStatus(key, now) === 'revoked')
  return keys.toSorted((a, b) => isOver(a) - isOver(b) || b.createdAt - a.createdAt)
}

interface KeyTableProps {
  readonly deps: AccountDeps
  readonly keys: readonly ApiKey[]
  readonly uses: readonly KeyUse[]
}

function KeyTable({ deps: { api, ledger }, keys, uses }: KeyTableProps): JSX.Element {
  if (keys.length === 0) return <p>No keys yet.</p>
  const useOf = new Map(uses.map((use) => [use.keyId, use]))
  const statusOf = (key: ApiKey) => keyStatus(key, ledger.now())
  const columns: readonly TableColumn<ApiKey>[] = [
    {
      name: 'Name',
      look: 'name',
      cell: ({ id, name }) => (
        <a href={`/keys/${id}`} aria-label={`Manage ${name}`}>
          {name}
        </a>
      ),
    },
    { name: 'Key', isLabelled: true, cell: ({ id }) => <code>{api.keyPrefix(id)}</code> },
    {
      name: 'Status',
      isLabelled: true,
      cell: (key) => (
        <>
          {statusOf(key)}
          {statusOf(key) === 'ending' && key.revokedAt !== null && (
            <>
              {' '}
              at <Time at={key.revokedAt} />
            </>
          )}
        </>
      ),
    },
    { name: 'Created', isLabelled: true, cell: ({ createdAt }) => <Time at={createdAt} /> },
    {
      name: 'Last used',
      isLabelled: true,
      cell: ({ id }) => {
        const use = useOf.get(id)
        return use === undefined ? 'Never used' : <Time at={use.lastUsedAt} />
      },
    },
    {
      name: 'Credits this month',
      look: 'number',
      isLabelled: true,
      cell: ({ id }) => countText(useOf.get(id)?.creditsThisMonth ?? 0),
    },
  ]
  return (
    <>
      <Table
        label="Keys"
        columns={columns}
        rows={keys}
        marks={(key) => ({ 'data-key': key.id, 'data-status': statusOf(key) })}
      />
      <p class="hint">Last used is the latest call that was charged: free ones are not recorded.</p>
    </>
  )
}
