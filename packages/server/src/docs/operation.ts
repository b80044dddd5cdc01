import type { JsonSchema } from '../contract/json-schema.ts'
import type { MediaType, ResponseObject } from '../contract/responses.ts'
import { type Block, code, heading, prose, type Table, table } from './block.ts'
import { type DocsSource, errorsUrl } from './docs-source.ts'
import { exampleBlocks } from './examples.ts'
import { fieldTable, typeOf } from './fields.ts'
import { priceText, type ShownOperation } from './operations-of.ts'

/** One operation: what it takes, what it costs, what it answers. */
export function operationSection(source: DocsSource, shown: ShownOperation): Block {
  const { method, path, operation } = shown
  const { operationId: id, summary, description = '', parameters = [], requestBody, responses } = operation
  const body = requestBody?.content['application/json']
  const success = responses['200'] as ResponseObject
  const answer = success.content?.['application/json'] ?? { schema: {} }
  const blocks = [
    heading(3, `${method} \`${path}\``),
    ...prose(`${summary}. ${priceText(operation['x-price'])}`),
    ...prose(description),
    ...(parameters.length === 0 ? [] : [heading(4, 'Parameters'), parameterTable(source, id, parameters)]),
    ...(body === undefined ? [] : [heading(4, 'Body'), ...fields(source, `${id}, body`, body)]),
    heading(4, 'Examples'),
    ...exampleBlocks(source.baseUrl, shown),
    heading(4, 'Answer'),
    ...fields(source, `${id}, answer`, answer),
    ...exampleAnswers(id, answer),
    folded('Failures', [failureTable(source, id, responses)]),
  ]
  return { kind: 'section', id, blocks }
}

function parameterTable(
  { document: { components } }: DocsSource,
  id: string,
  references: readonly JsonSchema[],
): Table {
  const rows = references.map((reference) => {
    const name = nameOf(reference)
    const { in: place, required, description, schema } = components.parameters[name]!
    const type = typeOf(components.schemas, schema)
    return [`\`${name}\``, place + (required ? '' : ', optional'), type, description]
  })
  return table(`${id}: parameters`, ['Name', 'In', 'Type', 'Meaning'], rows)
}

function fields({ document }: DocsSource, label: string, { schema }: MediaType): readonly Block[] {
  const { schemas } = document.components
  const forms = Array.isArray(schema.anyOf) ? (schema.anyOf as readonly JsonSchema[]) : [schema]
  const named = forms.filter((form) => form.$ref !== undefined)
  return named.map((form) =>
    folded(`${nameOf(form)}: all fields`, [fieldTable(`${label}: ${nameOf(form)}`, schemas, form)]),
  )
}

/** Of an invented league, so that they stay as they are. */
function exampleAnswers(id: string, { examples = {} }: MediaType): readonly Block[] {
  const shown = Object.entries(examples) as readonly [string, { readonly value: unknown }][]
  return shown.map(([name, { value }]) => code(`${id}, example of an answer: ${name}`, JSON.stringify(value, null, 2)))
}

function folded(title: string, blocks: readonly Block[]): Block {
  return { kind: 'folded', title, blocks }
}

function failureTable(source: DocsSource, id: string, responses: ShownOperation['operation']['responses']): Table {
  const rows = Object.entries(responses).flatMap(([status, reference]) => {
    const shared = source.document.components.responses[nameOf(reference)]
    const codes = shared?.['x-error-codes']?.map((code) => `[\`${code}\`](${errorsUrl(source)}#${code})`)
    return codes === undefined ? [] : [[status, codes.join(', ')]]
  })
  return table(`${id}: failures`, ['Status', 'Codes'], rows)
}

function nameOf(reference: JsonSchema | ResponseObject): string {
  return '$ref' in reference ? (String(reference.$ref).split('/').at(-1) ?? '') : ''
}
