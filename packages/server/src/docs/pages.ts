import type { DocsSource } from './docs-source.ts'
import { errorBlocks } from './errors.ts'
import { type Html, html } from './html.ts'
import { contents, referenceBlocks } from './reference.ts'
import { inlineHtml, toHtml } from './to-html.ts'

/**
 * The reference of `/v1` as HTML to put below an `h1`: contents in a `nav`, chapters from `h2` on, each operation a
 * `section` under its `operationId`. No styles or scripts inside it; `docsStyle` fits it.
 */
export function apiReference(source: DocsSource): string {
  const groups = contents(source).map(([chapter, ...operations]) => {
    const below = operations.map((link) => html`<li>${inlineHtml(link)}</li>`)
    return html`<li>${inlineHtml(chapter)}${below.length === 0 ? [] : [html`<ul>${below}</ul>`]}</li>`
  })
  return html`<div class="docs">
<nav class="docs-contents" aria-label="Contents">
<ul>${groups}</ul>
</nav>
<div class="docs-text">
${toHtml(referenceBlocks(source))}
</div>
</div>`.html
}

/** Every error code as HTML to put below an `h1`: a `tr` under each code. */
export function errorReference(source: DocsSource): string {
  return html`<div class="docs-text">
${toHtml(errorBlocks(source))}
</div>`.html
}

/** The reference as a page of its own. Its only file is the style sheet beside it. */
export function docsPage(source: DocsSource): string {
  return page('API reference', { html: apiReference(source) })
}

export function errorsPage(source: DocsSource): string {
  return page('Errors', html`<p><a href="${source.docsUrl}">API reference</a></p>${{ html: errorReference(source) }}`)
}

function page(title: string, content: Html): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} - riftline</title>
<link rel="stylesheet" href="/docs/style.css">
</head>
<body>
<main>
<h1>${title}</h1>
${content}
</main>
</body>
</html>
`.html
}
