import type { OpenApiDocument } from '../contract/openapi.ts'
import { operationSection, priceText, type ShownOperation } from './docs-operation.ts'
import { type Html, html, prose, row, table } from './html.ts'

/** The contract as one page for people. Its only link to elsewhere is the style sheet beside it. */
export function docsPage(document: OpenApiDocument): string {
  const { info, tags } = document
  const shown = operationsOf(document)
  const chapters = tags.map(({ name, description }) => {
    const own = shown.filter(({ operation }) => operation.tags.includes(name))
    return html`<h2 id="${name}">${name}</h2><p>${description}</p>${own.map((one) => operationSection(document, one))}`
  })
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${info.title} API ${info.version}</title>
<link rel="stylesheet" href="/docs/style.css">
</head>
<body>
<nav>${navigation(document, shown)}</nav>
<main>
<h1>${info.title} API <small>${info.version}</small></h1>
${prose(info.description)}
${keySection()}
${priceSection(shown)}
${chapters}
${headerSection(document)}
${errorSection(document)}
</main>
</body>
</html>
`.html
}

/** `HEAD` and `OPTIONS` are left out: they follow from the others. */
function operationsOf({ paths }: OpenApiDocument): readonly ShownOperation[] {
  return Object.entries(paths).flatMap(([path, { get, post }]) => [
    ...(get === undefined ? [] : [{ method: 'get', path, operation: get }]),
    ...(post === undefined ? [] : [{ method: 'post', path, operation: post }]),
  ])
}

function navigation({ tags }: OpenApiDocument, shown: readonly ShownOperation[]): readonly Html[] {
  const groups = tags.map(({ name }) => {
    const own = shown.filter(({ operation }) => operation.tags.includes(name))
    const links = own.map(({ path, operation }) => html`<li><a href="#${operation.operationId}">${path}</a></li>`)
    return html`<p><a href="#${name}">${name}</a></p><ul>${links}</ul>`
  })
  const others = ['Keys', 'Prices', 'Headers', 'Errors']
  return [...others.map((title) => html`<p><a href="#${title.toLowerCase()}">${title}</a></p>`), ...groups]
}

function keySection(): Html {
  return html`<h2 id="keys">Keys</h2>
<p>Send your key with every request, in one of two headers. A key in the URL is never read.</p>
<pre>Authorization: Bearer rl_live_...
X-Api-Key: rl_live_...</pre>`
}

function priceSection(shown: readonly ShownOperation[]): Html {
  const rows = shown.map(({ method, path, operation }) => {
    const link = html`<a href="#${operation.operationId}"><code>${path}</code></a>`
    return row(method.toUpperCase(), link, priceText(operation['x-price']))
  })
  return html`<h2 id="prices">Prices</h2>
<p>A failed call costs nothing.</p>
${table(['', 'Path', 'Price'], rows)}`
}

function headerSection({ components }: OpenApiDocument): Html {
  const headers = Object.entries(components.headers).filter(([, { description }]) => description !== undefined)
  const rows = headers
    .filter(([name]) => !name.includes('-Optional'))
    .map(([name, { description = '' }]) => row(html`<code>${name}</code>`, description))
  return html`<h2 id="headers">Headers of answers</h2>
${table(['Header', ''], rows)}`
}

function errorSection(document: OpenApiDocument): Html {
  const rows = document['x-error-codes'].map(
    ({ code, status, when }) =>
      html`<tr id="${code}"><td>${status}</td><td><code>${code}</code></td><td>${when}</td></tr>`,
  )
  return html`<h2 id="errors">Errors</h2>
<p>The body is exactly two strings. The code is stable, the message is for people.</p>
<pre>{"error":"validation_error","message":"bestOf: must be 1, 3 or 5"}</pre>
${table(['Status', 'Code', 'When'], rows)}`
}
