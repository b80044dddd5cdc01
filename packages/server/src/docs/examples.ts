import { apiKeyVariable } from '../config.ts'
import { type Block, code } from './block.ts'
import { exampleCalls } from './example-calls.ts'
import type { ShownOperation } from './operations-of.ts'
import { type Notation, type Value, writeValue } from './write-value.ts'

/** A request that answers with 200 for any key that has credits. */
interface ExampleRequest {
  readonly url: string
  readonly baseUrl: string
  readonly keyed: boolean
  readonly body?: Value
  readonly client: { readonly method: string; readonly argument: Value | undefined } | null
}

/** The call of an operation in three languages. Each runs as it stands and prints the answer. */
export function exampleBlocks(baseUrl: string, { path, operation }: ShownOperation): readonly Block[] {
  const { operationId, security } = operation
  const { id, query, body, method } = exampleCalls[operationId] ?? {}
  const target = path.replace('{id}', String(id)) + (query === undefined ? '' : `?${new URLSearchParams(query)}`)
  const request = {
    url: baseUrl + target,
    baseUrl,
    keyed: security === undefined,
    ...(body !== undefined && { body }),
    client: method === undefined ? null : { method, argument: id ?? query ?? body },
  }
  return [
    code(`${operationId}: curl`, curlExample(request), 'curl'),
    code(`${operationId}: TypeScript`, typescriptExample(request), 'typescript'),
    code(`${operationId}: Python`, pythonExample(request), 'python'),
  ]
}

function curlExample({ url, keyed, body }: ExampleRequest): string {
  const options = [
    ...(keyed ? [`-H "Authorization: Bearer $${apiKeyVariable}"`] : []),
    ...(body === undefined
      ? []
      : [`-H 'Content-Type: application/json'`, `-d ${shellText(writeValue(body, jsonNotation))}`]),
  ]
  return [`curl -sS --fail-with-body ${shellText(url)}`, ...options].join(' \\\n  ')
}

function typescriptExample({ url, baseUrl, keyed, client }: ExampleRequest): string {
  const environment = `process.env.${apiKeyVariable}`
  if (client === null) {
    const options = keyed ? `, {\n  headers: { Authorization: \`Bearer \${${environment}}\` },\n}` : ''
    return lines(
      `const response = await fetch(${typescriptText(url)}${options})`,
      'if (!response.ok) throw new Error(await response.text())',
      'console.log(JSON.stringify(await response.json(), null, 2))',
    )
  }
  const argument = client.argument === undefined ? '' : writeValue(client.argument, typescriptNotation)
  return lines(
    "import { createClient } from '@riftline/client'",
    '',
    'const client = createClient({',
    `  baseUrl: ${typescriptText(baseUrl)},`,
    `  apiKey: ${environment} ?? '',`,
    '})',
    `const answer = await client.${client.method}(${argument})`,
    'console.log(JSON.stringify(answer, null, 2))',
  )
}

function pythonExample({ url, keyed, body }: ExampleRequest): string {
  const headers = [
    ...(keyed ? [`"Authorization": "Bearer " + os.environ["${apiKeyVariable}"],`] : []),
    ...(body === undefined ? [] : ['"Content-Type": "application/json",']),
  ]
  return lines(
    'import json',
    ...(keyed ? ['import os'] : []),
    'import urllib.request',
    '',
    ...(body === undefined ? [] : [`body = ${writeValue(body, pythonNotation)}`]),
    'request = urllib.request.Request(',
    `    ${JSON.stringify(url)},`,
    ...(body === undefined ? [] : ['    data=json.dumps(body).encode(),']),
    ...(headers.length === 0 ? [] : ['    headers={', ...headers.map((line) => `        ${line}`), '    },']),
    ')',
    'with urllib.request.urlopen(request) as response:',
    '    print(json.dumps(json.load(response), indent=2))',
  )
}

function lines(...all: readonly string[]): string {
  return all.join('\n')
}

function shellText(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}

function typescriptText(text: string): string {
  return `'${text.replaceAll(/[\\']/g, '\\$&')}'`
}

const jsonNotation: Notation = {
  indent: '  ',
  text: JSON.stringify,
  key: JSON.stringify,
  padding: '',
  trailingComma: '',
}
const pythonNotation: Notation = { ...jsonNotation, indent: '    ', trailingComma: ',' }
const typescriptNotation: Notation = {
  indent: '  ',
  text: typescriptText,
  key: (name) => name,
  padding: ' ',
  trailingComma: ',',
}
