import { apiKeyVariable } from '../config.ts'
import { optionalSuffix } from '../contract/headers.ts'
import { type Block, code, heading, type Inline, prose, table } from './block.ts'
import { type DocsSource, errorsUrl } from './docs-source.ts'
import { typeOf } from './fields.ts'
import { limitBlocks } from './limits.ts'
import { operationSection } from './operation.ts'
import { operationLink, operationsOf, priceText } from './operations-of.ts'

/** The whole reference but the errors, in reading order. */
export function referenceBlocks(source: DocsSource): readonly Block[] {
  const { document } = source
  return [
    ...startBlocks(source),
    ...keyBlocks(),
    ...priceBlocks(source),
    ...limitBlocks(source),
    ...repeatBlocks(),
    ...headerBlocks(source),
    ...document.tags.flatMap(({ name, description }) => [
      heading(2, name, name.toLowerCase()),
      ...prose(description),
      ...operationsOf(document)
        .filter(({ operation }) => operation.tags.includes(name))
        .map((shown) => operationSection(source, shown)),
    ]),
  ]
}

/** What leads through the reference: each chapter, and the operations below theirs. */
export function contents({ document, docsUrl }: DocsSource): readonly (readonly [chapter: Inline, ...Inline[]])[] {
  const chapters = ['Start', 'Keys', 'Prices', 'Limits', 'Repeats', 'Headers']
  const link = (name: string): Inline => `[${name}](${docsUrl}#${name.toLowerCase()})`
  return [
    ...chapters.map((name) => [link(name)] as const),
    ...document.tags.map(({ name }) => {
      const own = operationsOf(document).filter(({ operation }) => operation.tags.includes(name))
      return [link(name), ...own.map((shown) => operationLink(docsUrl, shown))] as const
    }),
    [`[Errors](${errorsUrl({ docsUrl })})`],
  ]
}

function startBlocks({ document, baseUrl }: DocsSource): readonly Block[] {
  return [
    heading(2, 'Start', 'start'),
    ...prose(document.info.description),
    ...prose(
      `The API is at \`${baseUrl}\`. The examples run as they stand once your key is in the environment; those in TypeScript use ` +
        '`@riftline/client`, those in Python 3 nothing but its standard library.',
    ),
    code('Key in the environment', `export ${apiKeyVariable}=rl_live_...`),
    ...prose(
      `The same reference for programs: [openapi.json](${baseUrl}/openapi.json), OpenAPI 3.1, version ${document.info.version}. ` +
        'Answers below are of an invented league.',
    ),
  ]
}

function keyBlocks(): readonly Block[] {
  return [
    heading(2, 'Keys', 'keys'),
    ...prose(
      'Send your key with every request, in one of two headers. A key in the URL is never read. Keys belong on servers: the API ' +
        'sends no CORS headers.',
    ),
    code('Headers that carry the key', 'Authorization: Bearer rl_live_...\nX-Api-Key: rl_live_...'),
  ]
}

function priceBlocks({ document, docsUrl, limits }: DocsSource): readonly Block[] {
  const rows = operationsOf(document).map((shown) => [
    operationLink(docsUrl, shown),
    priceText(shown.operation['x-price']),
  ])
  return [
    heading(2, 'Prices', 'prices'),
    ...prose(`A failed call costs nothing. ${limits.freeCredits} credits of each UTC month are free.`),
    table('Prices', ['Operation', 'Price'], rows),
  ]
}

function repeatBlocks(): readonly Block[] {
  return [
    heading(2, 'Repeats', 'repeats'),
    ...prose(
      'When an answer is lost on the way, its call may have been charged. With the header `Idempotency-Key` a `POST` may be ' +
        'sent again without a second charge: with the same key and body the same answer comes, byte for byte and free, with ' +
        '`Idempotent-Replayed: true`.\n\n' +
        'A key has 1-255 visible ASCII characters and is for one account and path. It is kept for 24 hours, at most 10000 of an ' +
        'account. Failed calls are not kept: the same key then makes a new call. `@riftline/client` makes a key for each ' +
        'prediction by itself.',
    ),
    code('Idempotency-Key', 'Idempotency-Key: 2f6f0c1e-8d0a-4b52-9a5f-6a1a1d2f9c11'),
  ]
}

function headerBlocks({ document: { components } }: DocsSource): readonly Block[] {
  const rows = Object.entries(components.headers)
    .filter(([name]) => !name.endsWith(optionalSuffix))
    .map(([name, { description = '', schema }]) => {
      const value = schema.const === undefined ? typeOf(components.schemas, schema) : `\`${schema.const}\``
      return [`\`${name}\``, value, description]
    })
  const head = ['Header', 'Value', 'Meaning']
  return [heading(2, 'Headers of answers', 'headers'), table('Headers of answers', head, rows)]
}
