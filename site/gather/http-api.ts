import { join } from 'node:path'
import { errorReference } from '@riftline/server/docs'
import { githubAnchor } from '../.vitepress/github-anchor.ts'
import { contractPath, type HttpDocument, httpCalls, readContract } from './http-api-document.ts'
import { priceText, row, table, toCallPage } from './http-api-page.ts'
import { writePage } from './write-page.ts'

/** Writes the reference of `/v1` to `http-api/`: a page for each operation, one of all errors, and a list of them. */
export async function gatherHttpApi(repository: string, pages: string): Promise<void> {
  const document = readContract(repository)
  for (const { calls } of httpCalls(document)) {
    for (const call of calls) await writePage(join(pages, 'http-api', `${call.page}.md`), toCallPage(document, call))
  }
  await writePage(join(pages, 'http-api/errors.md'), errorsPage(document))
  await writePage(join(pages, 'http-api/index.md'), indexPage(document))
}

function indexPage(document: HttpDocument): string {
  const [summary = '', ...rules] = document.info.description.split('\n\n')
  const groups = httpCalls(document).map(({ tag, calls }) => {
    const { description = '' } = document.tags.find(({ name }) => name === tag) ?? {}
    const rows = calls.map(({ method, path, page, operation }) =>
      row([`[${method} ${path}](./${page}.md)`, operation.summary, priceText(operation['x-price'])]),
    )
    return `## ${tag}\n\n${description}\n\n${table(['Call', 'Answers', 'Credits'], rows)}`
  })
  return `---
description: ${JSON.stringify(summary)}
---

# HTTP API

${summary} Version ${document.info.version}, as [OpenAPI 3.1](../${contractPath}).

\`npm start\` serves it on this machine and prints a demo key: [serve](../README.md#serve). Send the key as
\`Authorization: Bearer rl_live_...\` or \`X-Api-Key: rl_live_...\`. From TypeScript, use [@riftline/client](../packages/client/README.md).

${rules.map((rule) => `- ${rule}`).join('\n')}

A call that fails has a [code](./errors.md) that programs can rely on.

${groups.join('\n\n')}
`
}

/** Page of the codes, with the HTML that a server shows at its own \`/docs/errors\`. */
function errorsPage(document: HttpDocument): string {
  const html = errorReference(document as unknown as Parameters<typeof errorReference>[0])
    .replaceAll(
      /<section id="([^"]+)">\n<h3>(.*?)<\/h3>/g,
      (_, id: string, title: string) => `<section>\n${heading(3, id, title)}`,
    )
    .replaceAll(/<h2>(.*?)<\/h2>/g, (_, title: string) => heading(2, githubAnchor(title), title))
  return `---
description: Every error code of the HTTP API, and what to do about it
---

# Errors

${html}
`
}

/** Heading that the outline, the search and its own link find. */
function heading(level: number, id: string, title: string): string {
  const label = title.replaceAll(/<[^>]+>/g, '')
  return `<h${level} id="${id}" tabindex="-1">${title} <a class="header-anchor" href="#${id}" aria-label="Permalink to &quot;${label}&quot;">&#8203;</a></h${level}>`
}
