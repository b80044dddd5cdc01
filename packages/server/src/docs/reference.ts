import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { OpenApiDocument, OperationObject } from '../contract/openapi.ts'

/** Paths of the files that the reference loads. */
export const referencePaths = ['/docs/viewer.js', '/docs/viewer.css', '/docs/start.js'] as const

export interface DocsFile {
  readonly type: string
  readonly body: Buffer
}

/**
 * HTML of the reference, to put below an `h1`. It loads the files of `referenceFiles`, which must be served from `/docs/`, and
 * works under `default-src 'none'; script-src 'self'; style-src 'self'`.
 */
export const referenceHtml: string = `<link rel="stylesheet" href="/docs/viewer.css">
<noscript><p>The reference needs JavaScript. Its source is openapi.json, in OpenAPI 3.1.</p></noscript>
<div id="reference"></div>
<script src="/docs/viewer.js"></script>
<script src="/docs/start.js"></script>`

/** Returns the fragment that opens an operation in the reference. */
function referenceAnchor({ operation: { tags, operationId } }: ListedOperation): string {
  return `#/${tags[0]}/${operationId}`
}

/** Reads Swagger UI, and writes the document into the script that starts it, by path. */
export async function referenceFiles(
  source: Pick<DocsSource, 'document' | 'baseUrl'>,
): Promise<Readonly<Record<(typeof referencePaths)[number], DocsFile>>> {
  const [script, css] = await Promise.all([readViewer('swagger-ui-bundle.js'), readViewer('swagger-ui.css')])
  // The page around the viewer has a main of its own, and only one may be there.
  const viewer = script
    .toString()
    .replace('"main",{id:"operations"', '"section",{id:"operations","aria-label":"Operations"')
  // Icons in data: URLs would need a wider policy; the ones that are used are SVG elements.
  const style = css.toString().replace(/url\((['"]?)data:.*?\1\)/g, 'none')
  return {
    '/docs/viewer.js': { type: 'text/javascript; charset=utf-8', body: Buffer.from(viewer) },
    '/docs/viewer.css': { type: 'text/css; charset=utf-8', body: Buffer.from(style + ownStyle) },
    '/docs/start.js': { type: 'text/javascript; charset=utf-8', body: Buffer.from(startScript(source)) },
  }
}

/** Reads a file of the viewer: the build puts it beside the code, sources take it from the installed package. */
async function readViewer(name: string): Promise<Buffer> {
  try {
    return await readFile(new URL(name, import.meta.url))
  } catch {
    return readFile(createRequire(import.meta.url).resolve(`swagger-ui-dist/${name}`))
  }
}

function startScript({ document, baseUrl }: Pick<DocsSource, 'document' | 'baseUrl'>): string {
  const { jsonSchemaDialect: _, ...known } = document // the viewer warns of any dialect that is stated
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

/** Corrects what axe finds: links inside buttons, a heading of no level 2, lists without a name. */
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
  /** Address of the API, without a slash at the end. */
  readonly baseUrl: string
  /** Whole URL of the reference, without a slash at the end; the errors are at `/errors` below it. */
  readonly docsUrl: string
}

interface ListedOperation {
  readonly method: string
  readonly path: string
  readonly operation: OperationObject
}

/** Returns the operations that a reader looks for; `HEAD` and `OPTIONS` follow from them. */
function operationsOf({ paths }: OpenApiDocument): readonly ListedOperation[] {
  return Object.entries(paths).flatMap(([path, { get, post }]) => [
    ...(get === undefined ? [] : [{ method: 'GET', path, operation: get }]),
    ...(post === undefined ? [] : [{ method: 'POST', path, operation: post }]),
  ])
}

/** Writes a price as a sentence, such as `Credits: winner 1, all 2.` */
function priceText(price: OperationObject['x-price']): string {
  if (price === 0) return 'Free.'
  if (typeof price === 'number') return `${price} ${price === 1 ? 'credit' : 'credits'}.`
  const prices = Object.entries(price).map(([choice, amount]) => `${choice} ${amount}`)
  return `Credits: ${prices.join(', ')}.`
}

/** Makes `/llms.txt`: a summary and links in Markdown, in the form of https://llmstxt.org. */
export function llmsText({ document, baseUrl, docsUrl }: DocsSource): string {
  const { info } = document
  const [summary = '', ...details] = info.description.split('\n\n')
  const operations = operationsOf(document).map(
    (one) =>
      `[\`${one.method} ${one.path}\`](${docsUrl}${referenceAnchor(one)}): ${one.operation.summary}. ${priceText(one.operation['x-price'])}`,
  )
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
