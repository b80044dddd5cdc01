import type { Block, Inline } from './block.ts'
import { type DocsSource, errorsUrl } from './docs-source.ts'
import { errorBlocks } from './errors.ts'
import { operationLink, operationsOf, priceText } from './operations-of.ts'
import { referenceBlocks } from './reference.ts'
import { toMarkdown } from './to-markdown.ts'

/**
 * `/llms.txt`: what there is and where it is described, in Markdown of the form of https://llmstxt.org.
 * @param source `docsUrl` is a whole URL; both texts are beside it
 */
export function llmsText(source: DocsSource): string {
  const { document, baseUrl, docsUrl } = source
  const [, ...details] = document.info.description.split('\n\n')
  const operations = operationsOf(document).map(
    (shown) => `${operationLink(docsUrl, shown)}: ${shown.operation.summary}. ${priceText(shown.operation['x-price'])}`,
  )
  const errors = document['x-error-codes'].map(
    ({ code, status, when }) => `[\`${code}\`](${errorsUrl(source)}#${code}): ${status}, ${when}`,
  )
  return text(source, [
    { kind: 'list', items: [`The API is at \`${baseUrl}\`. Send \`Authorization: Bearer\` and a key.`, ...details] },
    ...chapter('Docs', [
      `[Whole reference as one text](${new URL('llms-full.txt', docsUrl).href}): everything below, with fields and examples`,
      `[API reference](${docsUrl}): every operation with examples in curl, TypeScript and Python; prices, limits, headers`,
      `[Errors](${errorsUrl(source)}): every code with what to do about it`,
      `[openapi.json](${baseUrl}/openapi.json): OpenAPI 3.1`,
    ]),
    ...chapter('Operations', operations),
    ...chapter('Errors', errors),
  ])
}

/** `/llms-full.txt`: the whole reference and all errors as one Markdown text. */
export function llmsFullText(source: DocsSource): string {
  return text(source, [...referenceBlocks(source), ...errorBlocks(source)])
}

function text({ document: { info } }: DocsSource, blocks: readonly Block[]): string {
  const [summary = ''] = info.description.split('\n\n')
  return `# ${info.title}\n\n> ${summary}\n\n${toMarkdown(blocks)}\n`
}

function chapter(title: string, items: readonly Inline[]): readonly Block[] {
  return [
    { kind: 'heading', level: 2, text: title },
    { kind: 'list', items },
  ]
}
