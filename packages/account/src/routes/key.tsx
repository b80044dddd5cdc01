import type { ApiKey, KeyUse } from '@riftline/ledger'
import type { JSX } from 'hono/jsx/jsx-runtime'
import type { AccountDeps } from '../account-deps.ts'
import { keyStatus, type MadeKey, makeKey, mayOverlap, mostKeys, refuseUsedForm } from '../actions/make-key.ts'
import { eventOf } from '../actions/visitor.ts'
import { type FieldError, goTo, notFound, PageError, type Reply, refusedFor, shown } from '../frame/reply.ts'
import { type OwnCall, ownAction, ownPage, type PageRoute } from '../frame/route.ts'
import type { InTurn } from '../limits/turns.ts'
import { faultMarks, Hidden, Submit } from '../pages/field.tsx'
import { CopyButton, CurlExample, countText, Time } from '../pages/text.tsx'
import { withEvent } from '../people/person-rules.ts'
import { newForm } from '../people/tokens.ts'

const title = 'Key'
const hourMs = 3_600_000

/** When the old key of a rotation stops. */
const overlaps = new Map<string, { readonly ms: number; readonly text: string }>([
  ['now', { ms: 0, text: 'at once' }],
  ['1h', { ms: hourMs, text: 'in an hour' }],
  ['24h', { ms: 24 * hourMs, text: 'in a day' }],
  ['7d', { ms: 7 * 24 * hourMs, text: 'in a week' }],
])

/** @param inTurn by account: of many at once, one finds the key active */
export function keyRoutes(deps: AccountDeps, inTurn: InTurn): readonly PageRoute[] {
  const from = ({ id }: { readonly id: string }): string => `/keys/${id}`
  return [
    {
      path: '/keys/{id}',
      title,
      get: ownPage((call) => showKey(deps, call)),
    },
    {
      path: '/keys/{id}/rotate',
      title,
      post: ownAction(['stops', 'form'], (call) => inTurn(call.who.account.id, () => rotate(deps, call)), {
        access: 'password',
        from,
      }),
    },
    {
      path: '/keys/{id}/revoke',
      title,
      post: ownAction([], (call) => revoke(deps, call), { from, evenBanned: true }),
    },
  ]
}

async function showKey(deps: AccountDeps, call: OwnCall): Promise<Reply> {
  const key = await ownKey(deps, call)
  return shown(key.name, await keyPage(deps, call, key, []))
}

async function rotate(deps: AccountDeps, call: OwnCall): Promise<Reply> {
  const key = await ownKey(deps, call)
  const refuse = (message: string) =>
    refusedFor(key.name, 'stops', message, (errors) => keyPage(deps, call, key, errors))
  const overlap = overlaps.get(call.fields.get('stops') ?? '')
  if (overlap === undefined) return refuse('Choose when the old key stops.')
  const form = call.fields.get('form') ?? ''
  refuseUsedForm(call, form)
  if (keyStatus(key, deps.ledger.now()) !== 'active')
    throw new PageError(409, 'This key was rotated or revoked already.')
  const isAtOnce = overlap.ms === 0
  if (!isAtOnce && !mayOverlap(await deps.ledger.keys(key.accountId), key, deps.ledger.now())) {
    return refuse('The key before this one has not stopped yet: revoke it first, or let this one stop at once.')
  }
  const stopped = isAtOnce ? { stopped: key.id } : {}
  const made = await makeKey(deps, call, { name: key.name, form, event: 'key-rotated', ...stopped })
  if (made === null) return refuse(`An account has at most ${mostKeys} keys that work: let this one stop at once.`)
  await stopKey(deps, key.id, overlap.ms)
  return newKeyPage(deps, made)
}

async function revoke(deps: AccountDeps, call: OwnCall): Promise<Reply> {
  const { id } = await ownKey(deps, call)
  await deps.ledger.revokeKey(id)
  const event = eventOf(deps, call, 'key-revoked', deps.api.keyPrefix(id))
  await deps.people.changePerson(call.who.person.id, (latest) => withEvent(latest, event))
  return goTo('/keys?done=revoked')
}

async function stopKey({ ledger }: AccountDeps, id: string, inMs: number): Promise<void> {
  await (inMs === 0 ? ledger.revokeKey(id) : ledger.revokeKey(id, ledger.now() + inMs))
}

/** @throws PageError 404 also for another account's */
async function ownKey({ ledger }: AccountDeps, { who, id }: OwnCall): Promise<ApiKey> {
  const key = (await ledger.keys(who.account.id)).find((other) => other.id === id)
  if (key === undefined) throw notFound()
  return key
}

async function keyPage(
  { ledger, api, randomBytes }: AccountDeps,
  { who }: OwnCall,
  key: ApiKey,
  errors: readonly FieldError[],
): Promise<JSX.Element> {
  const use = (await ledger.keyUses(who.account.id)).find(({ keyId }) => keyId === key.id)
  const status = keyStatus(key, ledger.now())
  return (
    <>
      <KeyFacts prefix={api.keyPrefix(key.id)} apiKey={key} status={status} use={use} />
      {status === 'active' && who.ban === null && (
        <RotateForm id={key.id} form={newForm(randomBytes)} errors={errors} />
      )}
      {status !== 'revoked' && (
        <>
          <h2>Revoke</h2>
          <p>Calls with this key are refused from then on. It cannot be undone.</p>
          <form method="post" action={`/keys/${key.id}/revoke`}>
            <Submit name="Revoke key" kind="danger" />
          </form>
        </>
      )}
    </>
  )
}

interface KeyFactsProps {
  readonly prefix: string
  readonly apiKey: ApiKey
  readonly status: string
  readonly use: KeyUse | undefined
}

function KeyFacts({ prefix, apiKey, status, use }: KeyFactsProps): JSX.Element {
  return (
    <dl>
      <dt>Key</dt>
      <dd>
        <code>{prefix}</code>
      </dd>
      <dt>Status</dt>
      <dd>
        {status}
        {apiKey.revokedAt !== null && (
          <>
            {status === 'ending' ? ' until ' : ' since '}
            <Time at={apiKey.revokedAt} />
          </>
        )}
      </dd>
      <dt>Created</dt>
      <dd>
        <Time at={apiKey.createdAt} />
      </dd>
      <dt>Last used</dt>
      <dd>{use === undefined ? 'Never used' : <Time at={use.lastUsedAt} />}</dd>
      <dt>Credits this month</dt>
      <dd>{countText(use?.creditsThisMonth ?? 0)}</dd>
    </dl>
  )
}

interface RotateProps {
  readonly id: string
  readonly form: string
  readonly errors: readonly FieldError[]
}

function RotateForm({ id, form, errors }: RotateProps): JSX.Element {
  return (
    <>
      <h2>Rotate</h2>
      <p>A new key with the same name; the old one goes on until you have changed it everywhere.</p>
      <form method="post" action={`/keys/${id}/rotate`}>
        <Hidden name="form" value={form} />
        <div class="field">
          <label for="field-stops">Old key stops</label>
          <select id="field-stops" name="stops" {...faultMarks(errors, 'stops')}>
            {[...overlaps].map(([value, { text }]) => (
              <option value={value} selected={value === '24h'}>
                {text}
              </option>
            ))}
          </select>
        </div>
        <Submit name="Rotate key" kind="second" />
      </form>
    </>
  )
}

/** The only page that ever has the key. */
export function newKeyPage(deps: AccountDeps, made: MadeKey): Reply {
  return shown('Your new key', <NewKey deps={deps} made={made} />)
}

function NewKey({ deps: { api, apiUrl }, made }: { readonly deps: AccountDeps; readonly made: MadeKey }): JSX.Element {
  const { key, name } = made
  return (
    <>
      <p>
        This is the key <strong>{name}</strong>. It is shown only now and kept nowhere: copy it to a safe place.
      </p>
      <code id="new-key">{key}</code>
      <p>
        <CopyButton of="new-key" name="Copy key" />
      </p>
      <h2>Try it</h2>
      <CurlExample id="curl" apiUrl={apiUrl} authorization={`Bearer ${key}`} body={api.exampleBody} />
      <form method="post" action="/console" class="actions">
        <CopyButton of="curl" name="Copy command" />
        <Hidden name="operation" value="predict" />
        <Hidden name="body" value={api.exampleBody} />
        <Hidden name="key" value={key} />
        <Submit name="Send this request" kind="second" />
      </form>
      <p>
        <a href="/keys">Done, it is in a safe place</a>
      </p>
    </>
  )
}
