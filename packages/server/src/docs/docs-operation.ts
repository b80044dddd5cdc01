import type { JsonSchema } from '../contract/json-schema.ts'
import type { OpenApiDocument } from '../contract/openapi.ts'
import type { OperationObject } from '../contract/path-item.ts'
import type { MediaType, ResponseObject } from '../contract/responses.ts'
import { fieldTable, typeOf } from './docs-fields.ts'
import { type Html, html, prose, row, table } from './html.ts'

export interface ShownOperation {
  readonly method: string
  readonly path: string
  readonly operation: OperationObject
}

/** One operation: what it takes, what it costs, what it answers. */
export function operationSection(document: OpenApiDocument, { method, path, operation }: ShownOperation): Html {
  const { operationId, summary, description = '', parameters = [], requestBody, responses } = operation
  const body = requestBody?.content['application/json']
  const success = responses['200'] as ResponseObject
  return html`<section id="${operationId}">
<h3><span class="method">${method.toUpperCase()}</span> <code>${path}</code></h3>
<p>${summary}. <strong>${priceText(operation['x-price'])}</strong></p>
${prose(description)}
${parameters.length === 0 ? [] : [parameterTable(document, parameters)]}
${body === undefined ? [] : [html`<h4>Body</h4>`, ...media(document, body)]}
<h4>Answer</h4>
${media(document, success.content?.['application/json'] ?? { schema: {} })}
${failureTable(document, responses)}
</section>`
}

export function priceText(price: OperationObject['x-price']): string {
  if (typeof price === 'number') return price === 0 ? 'Free.' : credits(price)
  const prices = Object.entries(price).map(([choice, amount]) => `${choice} ${amount}`)
  return `Credits: ${prices.join(', ')}.`
}

function credits(price: number): string {
  return `${price} ${price === 1 ? 'credit' : 'credits'}.`
}

function parameterTable({ components }: OpenApiDocument, references: readonly JsonSchema[]): Html {
  const rows = references.map((reference) => {
    const name = nameOf(reference)
    const { in: place, required, description, schema } = components.parameters[name]!
    const type = typeOf(components.schemas, schema)
    return row(html`<code>${name}</code>`, place + (required ? '' : ', optional'), type, description)
  })
  return html`<h4>Parameters</h4>${table(['Name', 'In', 'Type', ''], rows)}`
}

function media({ components: { schemas } }: OpenApiDocument, { schema, examples = {} }: MediaType): readonly Html[] {
  const forms = Array.isArray(schema.anyOf) ? (schema.anyOf as readonly JsonSchema[]) : [schema]
  const shown = Object.values(examples) as readonly { readonly value: unknown }[]
  return [
    ...forms
      .filter((form) => form.$ref !== undefined)
      .map((form) => folded(`${nameOf(form)}: all fields`, fieldTable(schemas, form))),
    ...shown.map(({ value }) => html`<pre>${JSON.stringify(value, null, 2)}</pre>`),
  ]
}

function folded(title: string, content: Html): Html {
  return html`<details><summary>${title}</summary>${content}</details>`
}

function failureTable({ components }: OpenApiDocument, responses: OperationObject['responses']): Html {
  const rows = Object.entries(responses).flatMap(([status, reference]) => {
    const shared = components.responses[nameOf(reference)]
    const schema = shared?.content?.['application/json']?.schema.properties as
      | { readonly error: JsonSchema }
      | undefined
    if (schema === undefined) return []
    const codes = (schema.error.enum as readonly string[]).map(
      (code) => html`<a href="#${code}"><code>${code}</code></a>`,
    )
    return [row(status, codes)]
  })
  return folded('Failures', table(['Status', 'Codes'], rows))
}

function nameOf(reference: JsonSchema | ResponseObject): string {
  return '$ref' in reference ? (String(reference.$ref).split('/').at(-1) ?? '') : ''
}
