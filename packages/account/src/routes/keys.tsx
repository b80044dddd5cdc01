import { hasCode } from '@riftline/base'
import type { ApiKey } from '@riftline/ledger'
import type { AccountDeps } from '../account-deps.ts'
import {
  changedLimits,
  limitFields,
  limitsInForm,
  limitsRefused,
  noLimits,
  parseTypedLimits,
  type TypedLimits,
  typedLimits,
} from '../actions/key-limits.ts'
import { keyName, keyStatus, makeKey, mayOverlap, mostKeys, refuseUsedForm } from '../actions/make-key.ts'
import { note } from '../actions/visitor.ts'
import {
  doneText,
  type FieldError,
  goTo,
  notFound,
  PageError,
  type Reply,
  refused,
  refusedFor,
  shown,
} from '../frame/reply.ts'
import { type OwnCall, ownAction, ownPage, type PageRoute } from '../frame/route.ts'
import { createInTurn } from '../limits/turns.ts'
import { pageOf } from '../pages/table.tsx'
import { othersHere } from './dashboard.tsx'
import { KeyPage, KeysPage, NewKeyPage, stopTimes, type TypedKey } from './key-pages.tsx'

const title = 'Keys'

export function keyRoutes(deps: AccountDeps): readonly PageRoute[] {
  /** Runs by account, so that parallel calls cannot both take the last free place or rotate the same key. */
  const inTurn = createInTurn()
  const from = ({ id }: { readonly id: string }): string => `/keys/${id}`
  const changing = (
    path: string,
    fields: readonly string[],
    act: (deps: AccountDeps, call: OwnCall) => Promise<Reply>,
  ) => ({
    path,
    title: 'Key',
    post: ownAction(fields, (call) => inTurn(call.who.account.id, () => act(deps, call)), { access: 'password', from }),
  })
  return [
    {
      path: '/keys',
      title,
      get: ownPage(async (call) => shown(title, await keysPage(deps, call, unnamed, []), doneText(call.query))),
      post: ownAction(
        ['name', 'form', ...limitFields],
        (call) => inTurn(call.who.account.id, () => createKey(deps, call)),
        { access: 'password' },
      ),
    },
    { path: '/keys/{id}', title: 'Key', get: ownPage((call) => showKey(deps, call)) },
    changing('/keys/{id}/limits', limitFields, changeLimits),
    changing('/keys/{id}/rotate', ['stops', 'form'], rotate),
    {
      path: '/keys/{id}/revoke',
      title: 'Key',
      post: ownAction([], (call) => revoke(deps, call), { from, evenBanned: true }),
    },
  ]
}

const unnamed: TypedKey = { name: '', limits: noLimits }

async function createKey(deps: AccountDeps, call: OwnCall): Promise<Reply> {
  const { name: typedName = '', form = '' } = call.fields
  const typed = { name: typedName, limits: typedLimits(call.fields) }
  const refuse = async (errors: readonly FieldError[]) =>
    refused(title, errors, await keysPage(deps, call, typed, errors))
  const name = keyName(typedName)
  const { limits, errors } = parseTypedLimits(typed.limits, deps.ledger.now())
  const unfit = { field: 'name', message: 'Name the key with 1 to 64 visible characters.' }
  if (name === null || errors.length > 0) return refuse([...(name === null ? [unfit] : []), ...errors])
  refuseUsedForm(call, form)
  try {
    const made = await makeKey(deps, call, { name, limits, form, event: 'key-created' })
    if (made !== null) return shown('Your new key', <NewKeyPage deps={deps} made={made} />)
  } catch (error) {
    return refuse([limitsRefused(error, deps.ledger.now())])
  }
  const full = `An account has at most ${mostKeys} keys that are not revoked: revoke one first.`
  return refuse([{ field: 'name', message: full }])
}

async function showKey(deps: AccountDeps, call: OwnCall): Promise<Reply> {
  const key = await ownKey(deps, call)
  return shown(key.name, await keyPage(deps, call, key), doneText(call.query))
}

async function changeLimits(deps: AccountDeps, call: OwnCall): Promise<Reply> {
  const { ledger, api } = deps
  const key = await ownKey(deps, call)
  if (keyStatus(key, ledger.now()) === 'revoked')
    throw new PageError(409, 'This key is revoked, which cannot be undone.')
  const typed = typedLimits(call.fields)
  const refuse = async (errors: readonly FieldError[]) =>
    refused(key.name, errors, await keyPage(deps, call, key, errors, typed))
  const { limits, errors } = parseTypedLimits(typed, ledger.now(), key)
  if (errors.length > 0) return refuse(errors)
  const changed = changedLimits(key, limits)
  if (Object.keys(changed).length > 0) {
    try {
      await ledger.setKey(key.id, changed)
    } catch (error) {
      if (hasCode(error, 'key_not_found')) throw notFound()
      return refuse([limitsRefused(error, ledger.now())])
    }
    await note(deps, call, 'key-changed', api.keyPrefix(key.id))
  }
  return goTo(`/keys/${key.id}?done=limits-saved`)
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
  if (keyStatus(key, ledger.now()) !== 'active') {
    throw new PageError(409, 'This key was rotated or revoked already, or it has expired.')
  }
  const isAtOnce = inMs === 0
  if (!isAtOnce && !mayOverlap(await ledger.keys(key.accountId), key, ledger.now())) {
    return refuse('The key before this one has not stopped yet: revoke it first, or let this one stop at once.')
  }
  const stopped = isAtOnce ? { stopped: key.id } : {}
  const { name, monthlyLimit, expiresAt, scopes } = key
  const limits = { monthlyLimit, expiresAt, scopes }
  const made = await makeKey(deps, call, { name, limits, form, event: 'key-rotated', ...stopped })
  if (made === null) return refuse(`An account has at most ${mostKeys} keys that work: let this one stop at once.`)
  await (isAtOnce ? ledger.revokeKey(key.id) : ledger.revokeKey(key.id, ledger.now() + inMs))
  return shown('Your new key', <NewKeyPage deps={deps} made={made} />)
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

async function keysPage(deps: AccountDeps, call: OwnCall, typed: TypedKey, errors: readonly FieldError[]) {
  const { id } = call.who.account
  const [keys, uses, others] = await Promise.all([
    deps.ledger.keys(id),
    deps.ledger.keyUses(id),
    othersHere(deps, call),
  ])
  const page = pageOf(call.query.page)
  return <KeysPage {...{ deps, call, keys, uses, others, page, typed, errors }} />
}

async function keyPage(
  deps: AccountDeps,
  call: OwnCall,
  key: ApiKey,
  errors: readonly FieldError[] = [],
  typed: TypedLimits = limitsInForm(key),
) {
  const uses = await deps.ledger.keyUses(call.who.account.id)
  return <KeyPage {...{ deps, isBanned: call.who.ban !== null, of: key, uses, typed, errors }} />
}
