import type { JSX } from 'hono/jsx/jsx-runtime'
import type { AccountDeps } from '../account-deps.ts'
import { type Reply, shown } from '../frame/reply.ts'
import { CopyButton, CurlExample } from '../pages/curl-example.tsx'
import { Hidden, Submit } from '../pages/field.tsx'
import type { MadeKey } from './make-key.ts'

const title = 'Your new key'

/** The only page that ever has the key. */
export function newKeyPage(deps: AccountDeps, made: MadeKey): Reply {
  return shown(title, <NewKey deps={deps} made={made} />)
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
