import { errorFields } from '@riftline/base/node'
import type { AccountDeps, ApiAnswer, ApiCall, ApiOperation } from '../account-deps.ts'
import { keyStatus } from '../actions/make-key.ts'
import { type FieldError, notFound, type Reply, refused, shown, tryLater } from '../frame/reply.ts'
import { type OwnCall, ownAction, ownPage, type PageRoute } from '../frame/route.ts'
import { ConsolePage, type ConsoleValues } from '../pages/console-page.tsx'

const title = 'Console'

/** Sends a call with one of the account's own keys, from the visitor's address: charged and judged as any other. */
export function consoleRoutes(deps: AccountDeps): readonly PageRoute[] {
  return [
    {
      path: '/console',
      title,
      get: ownPage((call) => page(deps, call, { status: 200, errors: [], answer: null })),
      post: ownAction(['operation', 'id', 'query', 'body', 'key'], (call) => send(deps, call)),
    },
  ]
}

async function send(deps: AccountDeps, call: OwnCall): Promise<Reply> {
  const { address } = call.visit
  if (address === null) throw notFound()
  const values = valuesOf(call, deps)
  const operation = (await deps.api.operations()).find(({ id }) => id === values.operation)
  const key = call.fields.get('key') ?? ''
  const errors = [...faultsOf(values, operation), ...(await keyFaults(deps, call, key))]
  if (operation === undefined || errors.length > 0) return page(deps, call, { status: 422, errors, answer: null })
  const answer = await answerOf(deps, {
    method: operation.method,
    path: pathOf(operation, values),
    headers: {
      Authorization: `Bearer ${key}`,
      ...(operation.method === 'POST' ? { 'Content-Type': 'application/json' } : {}),
    },
    body: operation.method === 'POST' ? values.body : null,
    remoteAddress: address.text,
  })
  return page(deps, call, { status: 200, errors: [], answer })
}

/** @throws PageError 503 */
async function answerOf({ api, log }: AccountDeps, call: ApiCall): Promise<ApiAnswer> {
  try {
    return await api.call(call)
  } catch (error) {
    log({ level: 'error', event: 'console_call_failed', ...errorFields(error) })
    throw tryLater('The API did not answer. Usage shows whether the call was charged.')
  }
}

function pathOf({ path }: ApiOperation, { id, query }: ConsoleValues): string {
  const filled = path.replace('{id}', encodeURIComponent(id))
  const asked = new URLSearchParams(query.replace(/^\?/, '')).toString()
  return asked === '' ? filled : `${filled}?${asked}`
}

function faultsOf({ id }: ConsoleValues, operation: ApiOperation | undefined): readonly FieldError[] {
  if (operation === undefined) return [{ field: 'operation', message: 'Choose an operation.' }]
  if (operation.path.includes('{id}') && id === '') return [{ field: 'id', message: 'This operation needs an id.' }]
  return []
}

/** A key of somebody else would be charged for this visitor's calls. */
async function keyFaults({ ledger, api }: AccountDeps, { who }: OwnCall, key: string): Promise<readonly FieldError[]> {
  const id = api.keyId(key)
  const hash = api.keyHash(key)
  const keys = await ledger.keys(who.account.id)
  const isOwn = keys.some((own) => own.id === id && own.sha256 === hash && keyStatus(own, ledger.now()) !== 'revoked')
  return isOwn ? [] : [{ field: 'key', message: 'Enter a key of this account that is not revoked.' }]
}

function valuesOf({ fields }: OwnCall, { api }: AccountDeps): ConsoleValues {
  return {
    operation: fields.get('operation') ?? 'predict',
    id: fields.get('id') ?? '',
    query: fields.get('query') ?? '',
    body: fields.get('body') ?? api.exampleBody,
  }
}

interface Shown {
  readonly status: 200 | 422
  readonly errors: readonly FieldError[]
  readonly answer: ApiAnswer | null
}

async function page(deps: AccountDeps, call: OwnCall, { status, errors, answer }: Shown): Promise<Reply> {
  const operations = await deps.api.operations()
  const body = <ConsolePage operations={operations} values={valuesOf(call, deps)} errors={errors} answer={answer} />
  return status === 200 ? shown(title, body) : refused(title, errors, body)
}
