import {
  type Content,
  type HttpCall,
  type HttpDocument,
  type Parameter,
  type ResponseObject,
  resolve,
} from './http-api-document.ts'
import { choicesOf, type Field, fieldsOf, typeText } from './http-api-fields.ts'

/** Address in examples, where `npm start` serves. */
const server = 'http://127.0.0.1:8080'

/** Query of an example, for calls that answer more, or only, with one. */
const exampleQueries: Readonly<Record<string, string>> = {
  '/v1/teams': 'name=T1',
  '/v1/players': 'name=Faker',
  '/v1/champions': 'name=Azir',
  '/v1/tournaments': 'name=Worlds',
  '/v1/schedule': 'days=7',
  '/v1/odds': 'team1=T1&team2=Gen.G&markets=all',
  '/v1/odds/history': 'team1=T1&team2=Gen.G',
  '/v1/performance': 'league=LCK',
  '/v1/results': 'team=T1&limit=10',
  '/v1/changes': 'types=odds.captured&wait=30',
  '/v1/stream': 'types=odds.captured',
}

/** Page of an operation: its price, an example, parameters, bodies and errors. */
export function toCallPage(document: HttpDocument, call: HttpCall): string {
  const { method, path, operation } = call
  return [
    `---\ntitle: ${method} ${path}\ndescription: ${JSON.stringify(`${operation.summary}. ${operation.description}`)}\noutline: [2, 2]\n---`,
    `# ${method} ${path}`,
    `**${operation.summary}.** ${operation.description}`,
    [
      `- Credits: ${priceText(operation['x-price'])}`,
      `- Key: ${operation.security?.length === 0 ? 'not needed' : 'in `Authorization: Bearer` or `X-Api-Key`'}`,
      ...(call.answersHead ? ['- `HEAD` gives the headers alone'] : []),
    ].join('\n'),
    ...exampleSection(document, call),
    ...parameterSection(document, call),
    ...bodySection(document, 'Body', operation.requestBody?.content, 'required'),
    ...answerSection(document, call),
    errorSection(document, call),
  ]
    .join('\n\n')
    .concat('\n')
}

/** Price of a call in words, such as `fasttree 2, consensus 10`. */
export function priceText(price: number | Readonly<Record<string, number>>): string {
  if (price === 0) return 'free'
  if (typeof price === 'number') return String(price)
  return Object.entries(price)
    .map(([choice, amount]) => `${choice} ${amount}`)
    .join(', ')
}

function exampleSection(document: HttpDocument, { path, operation }: HttpCall): readonly string[] {
  const query = exampleQueries[path]
  const address = `${server}${path.replaceAll(/\{\w+\}/g, '1')}${query === undefined ? '' : `?${query}`}`
  const body = exampleOf(operation.requestBody?.content)
  const lines = [
    `curl ${/[?&]/.test(address) ? `'${address}'` : address}`,
    ...(operation.security?.length === 0 ? [] : [`-H "Authorization: Bearer $API_KEY"`]),
    ...(body === undefined ? [] : [`-H 'Content-Type: application/json'`, `-d '${JSON.stringify(body)}'`]),
  ]
  const answer = exampleOf(resolve<ResponseObject>(document, operation.responses['200'] ?? { description: '' }).content)
  return [
    '## Example',
    `\`\`\`sh\n${lines.join(' \\\n  ')}\n\`\`\``,
    ...(answer === undefined
      ? []
      : ['An answer, with invented teams:', `\`\`\`json\n${JSON.stringify(answer, null, 2)}\n\`\`\``]),
  ]
}

function exampleOf(content: Readonly<Record<string, Content>> | undefined): unknown {
  const [first] = Object.values(Object.values(content ?? {})[0]?.examples ?? {})
  return first?.value
}

function parameterSection(document: HttpDocument, { operation }: HttpCall): readonly string[] {
  const parameters = (operation.parameters ?? []).map((parameter) => resolve<Parameter>(document, parameter))
  if (parameters.length === 0) return []
  const rows = parameters.map((parameter) => {
    const place = parameter.required ? `${parameter.in}, required` : parameter.in
    return row([`\`${parameter.name}\``, place, typeText(document, parameter.schema), parameter.description])
  })
  return ['## Parameters', table(['Name', 'In', 'Type', 'Meaning'], rows)]
}

function bodySection(
  document: HttpDocument,
  title: string,
  content: Readonly<Record<string, Content>> | undefined,
  mark: 'required' | 'optional',
): readonly string[] {
  const [type, body] = Object.entries(content ?? {})[0] ?? []
  if (type === undefined || body === undefined) return []
  const fields = fieldsOf(document, body.schema)
  if (fields.length === 0) return [`## ${title}`, `\`${type}\`. ${resolve(document, body.schema).description ?? ''}`]
  const note =
    mark === 'required' ? 'Other fields are refused.' : 'Every field is present unless it is marked as optional.'
  const choices = choicesOf(document, body.schema).map((names) => names.map((name) => `\`${name}\``).join(' and '))
  const choice = choices.length === 0 ? [] : [`A body needs ${choices.join(', or ')}.`]
  return [`## ${title}`, `\`${type}\`. ${note}`, ...choice, fieldTable(fields, mark)]
}

function fieldTable(fields: readonly Field[], mark: 'required' | 'optional'): string {
  const rows = fields.map(({ path, type, isRequired, description }) => {
    const marked = isRequired === (mark === 'required') ? `${type}; **${mark}**` : type
    return row([`\`${path}\``, marked, description])
  })
  return table(['Field', 'Type', 'Meaning'], rows)
}

function answerSection(document: HttpDocument, { operation }: HttpCall): readonly string[] {
  const success = resolve<ResponseObject>(document, operation.responses['200'] ?? { description: '' })
  const headers = Object.entries(success.headers ?? {}).map(([name, reference]) => {
    const { description, schema } = resolve<Parameter>(document, reference)
    return row([`\`${name}\``, typeText(document, schema), description])
  })
  const notModified =
    operation.responses['304'] === undefined ? '' : ' Status 304 has no body: the list is as the client has it.'
  return [
    ...bodySection(document, 'Answer', success.content, 'optional'),
    '### Headers of an answer',
    `Status 200.${notModified}`,
    table(['Header', 'Type', 'Meaning'], headers),
  ]
}

function errorSection(document: HttpDocument, { operation }: HttpCall): string {
  const rows = Object.values(operation.responses).flatMap((response) => {
    const codes = resolve<ResponseObject>(document, response)['x-error-codes'] ?? []
    return document['x-error-codes']
      .filter(({ code }) => codes.includes(code))
      .map(({ code, status, when }) => row([String(status), `[\`${code}\`](./errors.md#${code})`, when]))
  })
  return `## Errors\n\nA failed call costs nothing. [Errors](./errors.md) says what to do about each.\n\n${table(['Status', 'Code', 'When'], rows)}`
}

export function table(head: readonly string[], rows: readonly string[]): string {
  return [row(head), row(head.map(() => '---')), ...rows].join('\n')
}

export function row(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`
}
