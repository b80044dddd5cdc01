import { nullIfThrows } from '@riftline/base'
import { errorFields } from '@riftline/base/node'
import type { AccountDeps, ApiAnswer, ApiCall, ApiOperation } from '../account-deps.ts'
import { keyStatus } from '../actions/make-key.ts'
import { type FieldError, notFound, type Reply, refused, shown, tryLater } from '../frame/reply.ts'
import { type OwnCall, ownAction, ownPage, type PageRoute } from '../frame/route.ts'
import { Choice, Field, Submit } from '../pages/field.tsx'
import { Facts } from '../pages/table.tsx'
import { CopyButton, countText } from '../pages/text.tsx'

const title = 'Console'

/** Routes of the console. It calls `/v1` with one of the account's keys from the visitor's address, charged like any other call. */
export function consoleRoutes(deps: AccountDeps): readonly PageRoute[] {
  return [
    {
      path: '/console',
      title,
      get: ownPage(async (call) => shown(title, await page(deps, call, [], null))),
      post: ownAction(['operation', 'id', 'query', 'body', 'key'], (call) => send(deps, call)),
    },
  ]
}

/** Values that stay in the form; the key never does. */
function valuesOf({ fields }: OwnCall, { api }: AccountDeps) {
  const { operation = 'predict', id = '', query = '', body = api.exampleBody } = fields
  return { operation, id, query, body }
}

async function send(deps: AccountDeps, call: OwnCall): Promise<Reply> {
  const { address } = call.visit
  if (address === null) throw notFound()
  const values = valuesOf(call, deps)
  const operation = (await deps.api.operations()).find(({ id }) => id === values.operation)
  const { key = '' } = call.fields
  const errors: FieldError[] = []
  if (operation === undefined) errors.push({ field: 'operation', message: 'Choose an operation.' })
  else if (operation.path.includes('{id}') && values.id === '')
    errors.push({ field: 'id', message: 'This operation needs an id.' })
  const fault = await keyFault(deps, call, key)
  if (fault !== null) errors.push({ field: 'key', message: fault })
  if (operation === undefined || errors.length > 0) return refused(title, errors, await page(deps, call, errors, null))
  const { method } = operation
  const isPost = method === 'POST'
  const answer = await answerOf(deps, {
    method,
    path: pathOf(operation, values),
    headers: { Authorization: `Bearer ${key}`, ...(isPost ? { 'Content-Type': 'application/json' } : {}) },
    body: isPost ? values.body : null,
    remoteAddress: address.text,
  })
  return shown(title, await page(deps, call, [], answer))
}

async function answerOf({ api, log }: AccountDeps, call: ApiCall): Promise<ApiAnswer> {
  try {
    return await api.call(call)
  } catch (error) {
    log({ level: 'error', event: 'console_call_failed', ...errorFields(error) })
    throw tryLater('The API did not answer. Usage shows whether the call was charged.')
  }
}

function pathOf({ path }: ApiOperation, { id, query }: ReturnType<typeof valuesOf>): string {
  const filled = path.replace('{id}', encodeURIComponent(id))
  const asked = new URLSearchParams(query.replace(/^\?/, '')).toString()
  return asked === '' ? filled : `${filled}?${asked}`
}

/** Says why a key cannot be used here; null for a working key of the account, so that the console never charges another account. */
async function keyFault({ ledger, api }: AccountDeps, { who }: OwnCall, key: string): Promise<string | null> {
  const id = api.keyId(key)
  const hash = api.keyHash(key)
  const keys = await ledger.keys(who.account.id)
  const own = keys.find((other) => other.id === id && other.sha256 === hash)
  const status = own === undefined ? 'revoked' : keyStatus(own, ledger.now())
  if (status === 'revoked') return 'Enter a key of this account that is not revoked.'
  return status === 'expired' ? 'This key has expired. On its page, under Keys, it can get a later date.' : null
}

async function page(deps: AccountDeps, call: OwnCall, errors: readonly FieldError[], answer: ApiAnswer | null) {
  const operations = await deps.api.operations()
  const values = valuesOf(call, deps)
  const text = { autocomplete: 'off', errors }
  return (
    <>
      <p>Calls from here are charged as any other, to the account of the key.</p>
      <h2>Request</h2>
      <form method="post" action="/console#answer-heading" novalidate>
        <Choice
          name="operation"
          label="Operation"
          chosen={values.operation}
          options={operations.map(({ id, method, path }) => [id, `${id}: ${method} ${path}`])}
          errors={errors}
        />
        <Field name="id" label="Id" value={values.id} required={false} hint="Where the path has one." {...text} />
        <Field
          name="query"
          label="Query"
          value={values.query}
          required={false}
          hint="Such as name=T1&active=true."
          {...text}
        />
        <div class="field">
          <label for="field-body">Body</label>
          <textarea id="field-body" name="body" spellcheck={false} aria-describedby="hint-body">
            {values.body}
          </textarea>
          <p class="hint" id="hint-body">
            JSON, for operations that post.
          </p>
        </div>
        <Field
          name="key"
          label="API key"
          type="password"
          hint="A key of this account. The server does not keep it and does not show it again."
          {...text}
        />
        {/* Only the script shows it, because only the script makes it work. Without a name it is not sent. */}
        <p class="check" id="keep-key" hidden>
          <input id="keep-key-box" type="checkbox" data-keeps="field-key" />
          <label for="keep-key-box">Keep the key in this tab until it is closed or you sign out</label>
        </p>
        <Submit name="Send request" />
      </form>
      {answer !== null && <Answer answer={answer} />}
    </>
  )
}

/** Response headers shown with the answer; they include its cost. */
const shownHeaders = ['x-request-id', 'x-credits-charged', 'x-credits-remaining', 'ratelimit', 'retry-after']
/** Longest body in lines that is shown unfolded. */
const mostOpen = 60

function Answer({ answer: { status, headers, body } }: { readonly answer: ApiAnswer }) {
  const text = nullIfThrows(() => JSON.stringify(JSON.parse(body), null, 2)) ?? body
  const lines = text.split('\n').length
  const facts = shownHeaders
    .filter((name) => headers[name] !== undefined)
    .map((name) => [name, <code>{String(headers[name])}</code>] as const)
  return (
    <section aria-labelledby="answer-heading">
      <h2 id="answer-heading">Answer</h2>
      <Facts of={[['Status', <span id="answer-status">{status}</span>], ...facts]} />
      <p class="actions">
        <CopyButton of="answer" name="Copy answer" />
      </p>
      <details open={lines <= mostOpen}>
        <summary>Body, {lines === 1 ? '1 line' : `${countText(lines)} lines`}</summary>
        <pre id="answer" class="answer" tabindex={0}>
          {text}
        </pre>
      </details>
    </section>
  )
}
