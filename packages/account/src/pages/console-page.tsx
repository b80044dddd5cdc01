import type { JSX } from 'hono/jsx/jsx-runtime'
import type { ApiAnswer, ApiOperation } from '../account-deps.ts'
import type { FieldError } from '../frame/reply.ts'
import { Field, faultMarks, Submit } from './field.tsx'
import { CopyButton, countText } from './text.tsx'

/** Values that stay in the form; the key never does. */
export interface ConsoleValues {
  readonly operation: string
  readonly id: string
  readonly query: string
  readonly body: string
}

export interface ConsoleProps {
  readonly operations: readonly ApiOperation[]
  readonly values: ConsoleValues
  readonly errors: readonly FieldError[]
  readonly answer: ApiAnswer | null
}

export function ConsolePage({ operations, values, errors, answer }: ConsoleProps): JSX.Element {
  return (
    <>
      <p>Calls from here are charged as any other, to the account of the key.</p>
      <h2>Request</h2>
      <form method="post" action="/console#answer-heading" novalidate>
        <div class="field">
          <label for="field-operation">Operation</label>
          <select id="field-operation" name="operation" {...faultMarks(errors, 'operation')}>
            {operations.map(({ id, method, path }) => (
              <option value={id} selected={id === values.operation}>
                {id}: {method} {path}
              </option>
            ))}
          </select>
        </div>
        <Field
          name="id"
          label="Id"
          value={values.id}
          required={false}
          autocomplete="off"
          hint="Where the path has one."
          errors={errors}
        />
        <Field
          name="query"
          label="Query"
          value={values.query}
          required={false}
          autocomplete="off"
          hint="Such as name=T1&active=true."
          errors={errors}
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
          autocomplete="off"
          hint="A key of this account. The server does not keep it and does not show it again."
          errors={errors}
        />
        {/* For the script alone, without which it is not there: no name, so it is not sent. */}
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

/** Headers that say what a call cost. */
const told = ['x-request-id', 'x-credits-charged', 'x-credits-remaining', 'ratelimit', 'retry-after'] as const

function Answer({ answer: { status, headers, body } }: { readonly answer: ApiAnswer }): JSX.Element {
  const text = indented(body)
  const lines = text.split('\n')
  const headerLines = told.flatMap((name) =>
    headers[name] === undefined ? [] : [[name, String(headers[name])] as const],
  )
  return (
    <section aria-labelledby="answer-heading">
      <h2 id="answer-heading">Answer</h2>
      <dl>
        <dt>Status</dt>
        <dd id="answer-status">{status}</dd>
        {headerLines.map(([name, value]) => (
          <>
            <dt>{name}</dt>
            <dd>
              <code>{value}</code>
            </dd>
          </>
        ))}
      </dl>
      <p class="actions">
        <CopyButton of="answer" name="Copy answer" />
      </p>
      <details open={lines.length <= mostOpen}>
        <summary>Body, {lines.length === 1 ? '1 line' : `${countText(lines.length)} lines`}</summary>
        <pre id="answer" class="answer" tabindex={0}>
          {text}
        </pre>
      </details>
    </section>
  )
}

/** A longer body is folded. */
const mostOpen = 60

function indented(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    return body
  }
}
