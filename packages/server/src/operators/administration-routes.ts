import { RiftlineError } from '@riftline/base'
import type { Log } from '@riftline/base/node'
import { type AccountAdministration, StorageError } from '@riftline/ledger'
import { bearerToken, sameText } from '../auth/api-key.ts'
import { type Answer, jsonAnswer } from '../http/answer.ts'
import type { Exchange } from '../http/exchange.ts'
import { HttpError, invalidRequest } from '../http/http-error.ts'
import { parseBody, readJsonBody } from '../http/read-json.ts'
import { headerLines } from '../http/target.ts'
import type { PublicHandler, Route } from '../router.ts'
import type { Reloader } from '../serving/reload.ts'
import { type Denied, nonceForm } from './open-operators.ts'

export interface AdministrationDeps {
  readonly administration: AccountAdministration
  readonly reloader: Reloader
  readonly token: string
  readonly proof: (nonce: string) => string
  readonly denied: Denied
  readonly log: Log
  readonly calls: OperatorCalls
}

/**
 * Routes for commands of this machine: `GET /operator` (whether the server runs), `POST /operator/<method>` with
 * `{"arguments": [...]}`, answered by `{"result"}`, and `POST /operator/reload`. All need the token. Before a command sends
 * it, `GET /operator/proof?nonce=...` shows whether the server knows the token too.
 */
export function administrationRoutes(deps: AdministrationDeps): readonly Route<PublicHandler>[] {
  const guarded = (path: string, method: 'GET' | 'POST', handle: PublicHandler): Route<PublicHandler> => ({
    path,
    methods: [method],
    guard: (exchange) => checkToken(exchange, path, deps),
    handle,
  })
  const called = (name: string, call: (body: unknown) => Promise<unknown>) =>
    guarded(`/operator/${name}`, 'POST', async ({ exchange }) => {
      const body = parseBody(await readJsonBody(exchange))
      return answerOrRefuse(deps, name, () => call(body))
    })
  return [
    {
      path: '/operator/proof',
      methods: ['GET'],
      parameters: ['nonce'],
      handle: async ({ parameters }) => {
        const nonce = parameters.get('nonce') ?? ''
        if (!nonceForm.test(nonce)) throw invalidRequest('nonce: must be 32 bytes in base64url')
        return jsonAnswer(200, { proof: deps.proof(nonce) })
      },
    },
    guarded('/operator', 'GET', async () => jsonAnswer(200, { status: 'ok' })),
    guarded('/operator/reload', 'POST', async () => jsonAnswer(200, { result: await deps.reloader.reload('command') })),
    ...administrationMethods.map((method) => called(method, (body) => callAdministration(deps, method, body))),
    ...Object.entries(deps.calls).map(([name, call]) => called(name, (body) => callFurther(deps, name, call, body))),
  ]
}

/** Checks the operators' token. @throws HttpError `invalid_api_key` */
function checkToken({ request }: Exchange, path: string, { token, denied }: AdministrationDeps): void {
  const lines = headerLines(request, 'authorization')
  const given = bearerToken(lines[0] ?? '')
  if (lines.length === 1 && sameText(given, token)) return
  denied('token', request, path)
  throw new HttpError('invalid_api_key', 'this needs the token in DATA_DIR/operator-token', { close: true })
}

async function callAdministration(
  { administration, log }: AdministrationDeps,
  method: AdministrationMethod,
  body: unknown,
): Promise<unknown> {
  // The module is loaded here, so that a starting server need not wait for zod.
  const { parseArguments } = await import('./administration-arguments.ts')
  const args = parseArguments(method, body)
  const call = administration[method] as (...args: unknown[]) => Promise<unknown>
  const result = await call.apply(administration, [...args])
  if (!reading.has(method)) log({ level: 'info', event: 'administration', method, ...subjectOf(args) })
  return result
}

/** Runs a further call, which checks its own arguments. They are not logged, since they may be personal. */
async function callFurther(
  { log }: AdministrationDeps,
  method: string,
  call: OperatorCalls[string],
  body: unknown,
): Promise<unknown> {
  const { arguments: args } = Object(body) as { readonly arguments?: unknown }
  if (!Array.isArray(args)) throw new RiftlineError('validation_error', 'arguments: expected a list')
  const result = await call(args)
  log({ level: 'info', event: 'administration', method })
  return result
}

/** Answers with the result of a call, null for `undefined`, or with the reason for its refusal. */
async function answerOrRefuse(
  { log }: AdministrationDeps,
  method: string,
  call: () => Promise<unknown>,
): Promise<Answer> {
  try {
    return jsonAnswer(200, { result: (await call()) ?? null })
  } catch (error) {
    const isOfStorage = error instanceof StorageError
    if (!isOfStorage && !(error instanceof RiftlineError)) throw error
    log({ level: isOfStorage ? 'error' : 'warn', event: 'administration_refused', method, error: error.message })
    // The reason is read by commands of this machine only, never by a customer.
    if (isOfStorage) return jsonAnswer(503, { error: 'storage_unavailable', message: error.message })
    return jsonAnswer(error.code.endsWith('_not_found') ? 404 : 400, { error: error.code, message: error.message })
  }
}

/** Methods that change nothing, so that their calls are not logged. */
const reading: ReadonlySet<AdministrationMethod> = new Set(['accounts', 'findAccount', 'keys', 'balance', 'statement'])

/** Subject of a change, for the log. A key's hash is left out. */
function subjectOf([first, second]: readonly unknown[]): { readonly subject: unknown; readonly ref?: unknown } {
  const { id, accountId } = Object(first) as { readonly id?: unknown; readonly accountId?: unknown }
  const subject = typeof first === 'string' ? first : `${accountId} ${id}`
  const ref = typeof second === 'string' ? second : (Object(second) as { readonly ref?: unknown }).ref
  return ref === undefined ? { subject } : { subject, ref }
}

/** Calls of an operator to a running server. */
export type AdministrationMethod = keyof AccountAdministration

/** All methods; each has a schema of its arguments. */
export const administrationMethods: readonly AdministrationMethod[] = [
  ...(['createAccount', 'accounts', 'findAccount', 'addKey', 'setKey', 'keys', 'revokeKey', 'grant'] as const),
  ...(['reverseGrant', 'refund', 'ban', 'unban', 'balance', 'statement'] as const),
]

/** Further methods by name, which another part of the process offers to commands. */
export type OperatorCalls = Readonly<Record<string, (args: readonly unknown[]) => Promise<unknown>>>
