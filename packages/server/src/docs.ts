// Reference of the API for people: the files of its viewer, the error codes, and llms.txt

import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { amountOf } from '@riftline/base'
import { deprecationText } from './contract/deprecation.ts'
import type { OpenApiDocument, OperationObject } from './contract/openapi.ts'
import type { ErrorCode } from './http/http-error.ts'

/**
 * HTML of the reference, to be put below an `h1`. It loads the files of `referenceFiles`, which must be served from `/docs/`, and
 * works under `default-src 'none'; script-src 'self'; style-src 'self'`.
 */
export const referenceHtml: string = `<link rel="stylesheet" href="/docs/viewer.css">
<noscript><p>The reference needs JavaScript. Its source is openapi.json, in OpenAPI 3.1.</p></noscript>
<div id="reference"></div>
<script src="/docs/viewer.js"></script>
<script src="/docs/start.js"></script>`

/** Reads Swagger UI and adds the document to its start script. Returns the files by path. */
export async function referenceFiles(source: Pick<DocsSource, 'document' | 'baseUrl'>) {
  const [script, css] = await Promise.all([readViewer('swagger-ui-bundle.js'), readViewer('swagger-ui.css')])
  // The page around the viewer has a `main` of its own, and a page may have only one.
  const viewer = script
    .toString()
    .replace('"main",{id:"operations"', '"section",{id:"operations","aria-label":"Operations"')
  // Icons in `data:` URLs would need a wider policy; the icons that the viewer shows are SVG elements.
  const style = css.toString().replace(/url\((['"]?)data:.*?\1\)/g, 'none')
  return {
    '/docs/viewer.js': { type: 'text/javascript; charset=utf-8', body: Buffer.from(viewer) },
    '/docs/viewer.css': { type: 'text/css; charset=utf-8', body: Buffer.from(style + ownStyle) },
    '/docs/start.js': { type: 'text/javascript; charset=utf-8', body: Buffer.from(startScript(source)) },
  }
}

/** Reads a file of the viewer. The build puts it beside the code; a source checkout reads it from the installed package. */
async function readViewer(name: string): Promise<Buffer> {
  try {
    return await readFile(new URL(name, import.meta.url))
  } catch {
    return readFile(createRequire(import.meta.url).resolve(`swagger-ui-dist/${name}`))
  }
}

function startScript({ document, baseUrl }: Pick<DocsSource, 'document' | 'baseUrl'>): string {
  const { jsonSchemaDialect: _, ...known } = document // the viewer warns of any dialect in the document
  const paths: Record<string, object> = {}
  for (const { method, path, operation } of operationsOf(document)) {
    const description = `${operation.description}\n\nPrice: ${priceText(operation['x-price'])}`
    paths[path] = { ...paths[path], [method.toLowerCase()]: { ...operation, description } }
  }
  const spec = { ...known, servers: [{ url: baseUrl }], paths }
  return `${accessibilityPlugin}
SwaggerUIBundle({
  spec: ${JSON.stringify(spec)},
  dom_id: '#reference',
  deepLinking: true,
  defaultModelsExpandDepth: -1,
  supportedSubmitMethods: [],
  validatorUrl: null,
  plugins: [accessibilityPlugin],
})
`
}

/** Corrects what axe finds: links inside buttons, a missing heading of level 2, lists without a name. */
const accessibilityPlugin = `const accessibilityPlugin = ({ React: { createElement } }) => ({
  wrapComponents: {
    authorizeBtn: () => () => null,
    authorizeOperationBtn: () => () => null,
    CopyToClipboardBtn: () => () => null,
    ServersContainer: () => () => null,
    DeepLink: () => ({ text }) => createElement('span', null, text),
    ExamplesSelect: (List) => (props) => createElement('label', null, 'Example ', createElement(List, props)),
    InfoContainer: (Info) => (props) =>
      createElement('div', null, createElement(Info, props), createElement('h2', null, 'Operations')),
  },
})`

/** Corrects contrast and widths: the viewer's own style fails axe and scrolls sideways on a phone. */
const ownStyle = `
.docs-page { max-width: 70rem; margin: 0 auto; padding: 0.5rem; font: 1rem/1.5 system-ui, sans-serif; }
.docs-page code { overflow-wrap: anywhere; }
#reference { padding: 0.5rem 0; background: #fff; color: #1b1b1b; }
#reference .wrapper { padding: 0 0.5rem; }
#reference h2 { margin: 0 0.5rem; color: #1b1b1b; }
#reference .info hgroup, #reference .scheme-container { display: none; }
#reference a { color: #1a5fb4; }
#reference .opblock-summary-method { background: #1b5e9b; }
#reference .parameter__in { color: #4d4d4d; }
#reference table { table-layout: fixed; }
#reference td, #reference p { overflow-wrap: anywhere; }
#reference .microlight { max-height: none; overflow: visible !important; white-space: pre-wrap; }
#reference .microlight span { color: #fff !important; }
`

/** Inputs of the pages and texts about `/v1`. */
export interface DocsSource {
  /** The document of `createOpenApi`. */
  readonly document: OpenApiDocument
  /** Address of the API, without a trailing slash. */
  readonly baseUrl: string
  /** Full URL of the reference, without a trailing slash; the errors are at `/errors` below it. */
  readonly docsUrl: string
}

/** Returns the operations that a reader looks for, without `HEAD` and `OPTIONS`, which follow from them. */
function operationsOf({ paths }: OpenApiDocument) {
  return Object.entries(paths).flatMap(([path, { get, post }]) => {
    const operation = get ?? post
    return operation === undefined ? [] : [{ method: get === undefined ? 'POST' : 'GET', path, operation }]
  })
}

/** Writes a price as a sentence, such as `Credits: winner 1, all 2.` */
function priceText(price: OperationObject['x-price']): string {
  if (price === 0) return 'Free.'
  if (typeof price === 'number') return `${amountOf(price, 'credit')}.`
  const prices = Object.entries(price).map(([choice, amount]) => `${choice} ${amount}`)
  return `Credits: ${prices.join(', ')}.`
}

/** Makes `/llms.txt`: a summary and links in Markdown, in the form of https://llmstxt.org. */
export function llmsText({ document, baseUrl, docsUrl }: DocsSource): string {
  const { info } = document
  const [summary = '', ...details] = info.description.split('\n\n')
  const operations = operationsOf(document).map(({ method, path, operation }) => {
    const { tags, operationId, summary, 'x-deprecation': deprecated } = operation
    const anchor = `#/${tags[0]}/${operationId}`
    return `[\`${method} ${path}\`](${docsUrl}${anchor}): ${summary}. ${priceText(operation['x-price'])}${deprecated === undefined ? '' : ` ${deprecationText(deprecated)}`}`
  })
  const errors = document['x-error-codes'].map(
    ({ code, status, when }) => `[\`${code}\`](${docsUrl}/errors#${code}): ${status}, ${when}`,
  )
  return [
    `# ${info.title}`,
    `> ${summary}`,
    list([`The API is at \`${baseUrl}\`. Send \`Authorization: Bearer\` and a key.`, ...details]),
    '## Docs',
    list([
      `[openapi.json](${baseUrl}/openapi.json): OpenAPI 3.1, with every field, price and example`,
      `[Tools for agents](${baseUrl}/mcp): the same by the Model Context Protocol over Streamable HTTP`,
      `[API reference](${docsUrl}): the same for people`,
      `[Errors](${docsUrl}/errors): every code with what to do about it`,
    ]),
    '## Operations',
    list(operations),
    '## Errors',
    `${list(errors)}\n`,
  ].join('\n\n')
}

function list(items: readonly string[]): string {
  return items.map((item) => `- ${item}`).join('\n')
}

/** Advice on an error: whether the same request may succeed later, at any time or `after` the seconds of `Retry-After`, and what to do. */
type Remedy = readonly [retry: 'no' | 'yes' | 'after', advice: string]

const remedies: Readonly<Record<ErrorCode, Remedy>> = {
  bad_request: ['no', 'Send HTTP/1.1 with one `Host`, and a body in JSON and UTF-8 to `POST` alone.'],
  validation_error: ['no', 'Correct what the message names. Names of fields and parameters are exact.'],
  ambiguous_team: ['no', 'Use one of the ids in `candidates`.'],
  odds_implausible: ['no', 'Send decimal odds of one bookmaker: +110 is 2.1, -150 is 1.6667.'],
  missing_api_key: ['no', 'Send `Authorization: Bearer` or `X-Api-Key`; a key in the URL is never read.'],
  invalid_api_key: ['no', 'Compare the key with the one that you were given. Send it once.'],
  revoked_api_key: ['no', 'Use another key of the account, or create one.'],
  key_expired: ['no', 'Use another key. The owner of the account can give this one a later end.'],
  account_banned: ['no', 'Ask the operator, with the `X-Request-Id` of the answer.'],
  insufficient_credits: ['no', 'Add credits, wait for the free ones of the next month, or choose a cheaper model.'],
  key_limit_reached: ['no', 'Wait until `resetsUtc`, or ask the owner of the account for a higher limit.'],
  scope_missing: ['no', 'Use a key with this scope, or ask the owner of the account to add it.'],
  origin_not_allowed: ['no', 'Call from a program, or ask the operator to list the origin.'],
  not_found: ['no', 'Compare the path with this reference: case counts, and no path ends in a slash.'],
  team_not_found: ['no', 'Look the team up: `/v1/teams?name=` is free.'],
  player_not_found: ['no', 'Look the player up: `/v1/players?name=` is free.'],
  league_not_found: ['no', 'Use a code or name that `/v1/tournaments` shows as `league` or `leagueName`; it is free.'],
  tournament_not_found: ['no', 'Look the tournament up: `/v1/tournaments` is free.'],
  odds_not_available: ['yes', 'Ask again nearer to the start of the series; asking in vain is free.'],
  record_not_available: [
    'no',
    'Tell the operator: `riftline build` or `riftline update` makes artifacts with a record.',
  ],
  method_not_allowed: ['no', 'Use a method that `Allow` names.'],
  request_timeout: ['yes', 'Send the whole request at once, on a new connection.'],
  idempotency_in_progress: ['after', 'Ask again: the answer of the first call comes, and is paid once.'],
  changes_gone: ['no', 'Read the lists again, then go on with `since` as the `next` of this answer.'],
  payload_too_large: ['no', 'Send fewer bytes.'],
  unsupported_media_type: ['no', 'Send `Content-Type: application/json` and no `Content-Encoding`.'],
  expectation_failed: ['no', 'Leave `Expect` out.'],
  idempotency_key_reused: ['no', 'Make a new `Idempotency-Key` for each different body.'],
  rate_limited: ['after', 'Wait, and send more slowly: `RateLimit` says what is left.'],
  headers_too_large: ['no', 'Send fewer or shorter headers, and a shorter URL.'],
  prediction_error: ['yes', 'Try again later, or with another model.'],
  internal_error: ['yes', 'Try again later. If it stays, tell the operator the `X-Request-Id`.'],
  overloaded: ['after', 'Wait, then try again with fewer calls at once.'],
  shutting_down: ['after', 'Try again: the server is back soon.'],
  storage_unavailable: ['after', 'Try again later.'],
}

const retryTexts = { no: 'no', yes: 'yes', after: 'yes, after `Retry-After`' } as const

/** Makes HTML to be put below an `h1`: a section for each error code, with its status, its meaning and what to do about it. */
export function errorReference(document: Pick<OpenApiDocument, 'x-error-codes'>): string {
  const sections = document['x-error-codes'].map(({ code, status, when }) => {
    const [retry, advice] = remedies[code]
    return `<section id="${code}">
<h3><code>${code}</code>, status ${status}</h3>
<p>${html(`${when.slice(0, 1).toUpperCase()}${when.slice(1)}. ${advice}`)}</p>
<p>Same request again: ${html(retryTexts[retry])}.</p>
</section>`
  })
  return `<h2>Body of an error</h2>
<p>An error is two strings: <code>{"error": "validation_error", "message": "bestOf: must be 1, 3 or 5"}</code>. Decide by
<code>error</code>, which is stable; <code>message</code> is for people. Where a name may mean something known,
<code>candidates</code> lists objects with <code>name</code>, and <code>id</code> where it has one. <code>X-Request-Id</code> names
the answer in the server's log. A failed call costs nothing.</p>
<p>A request whose <code>Accept</code> prefers <code>application/problem+json</code> to <code>application/json</code> gets the same error in
the form of RFC 9457: <code>type</code> (a section of this page), <code>title</code>,
<code>status</code>, <code>detail</code> (the message), <code>code</code> and <code>request_id</code>.</p>
<h2>Error codes</h2>
${sections.join('\n')}`
}

/** Escapes a text and marks up words between backticks as code. */
function html(text: string): string {
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
  return escaped.replaceAll(/`([^`]+)`/g, '<code>$1</code>')
}
