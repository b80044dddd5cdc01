import { type DocsSource, operationsOf, priceText } from './operations-of.ts'
import { referenceAnchor } from './reference.ts'

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
