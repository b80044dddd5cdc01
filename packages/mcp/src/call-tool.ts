import type { CallToolResult } from '@modelcontextprotocol/server'
import { amountOf, RiftlineError } from '@riftline/base'
import { errorFields, type Log } from '@riftline/base/node'
import { type ResponseInfo, RiftlineApiError, RiftlineConnectionError } from '@riftline/client'
import type { Backend } from './backend.ts'
import { answerText } from './forecast-texts.ts'
import { type ToolArguments, toolRequest } from './tool-request.ts'
import { hasWhole, type McpTool, wholeAnswer as wholeAnswerName } from './tools.ts'

/** Largest shortened answer: text and `structuredContent` together. */
const mostBytes = 3_960
/** Longer answers are only in `structuredContent`, because as text they would fill a model's context. */
const mostTextChars = 24_000

export interface ToolCall {
  readonly tool: McpTool
  readonly args: ToolArguments
  readonly signal: AbortSignal
}

/** Calls a tool; returns its answer, or a tool error with a code from the contract. Never rejects. */
export async function callTool(
  { tool, args, signal }: ToolCall,
  { backend, log }: { readonly backend: Backend; readonly log: Log },
): Promise<CallToolResult> {
  const { isOffline } = backend
  let info: ResponseInfo | null = null
  const onResponse = (response: ResponseInfo): void => {
    info = response
  }
  try {
    const body = await backend.request(toolRequest(tool, args), { signal, onResponse })
    const text = answerText({ name: tool.definition.name, args, isOffline }, body)
    return {
      ...(args.full === true || args.limit !== undefined
        ? wholeAnswer(body, text, info)
        : shortAnswer(tool, body, text, info)),
      ...chargeMeta(info),
    }
  } catch (error) {
    const { text, details } = refusedCall(error, { isOffline, log })
    return {
      isError: true,
      content: textBlock(text, chargeText(info)),
      _meta: { 'riftline/error': details, ...chargeMeta(info)._meta },
    }
  }
}

function wholeAnswer(body: object, text: string, info: ResponseInfo | null): CallToolResult {
  const json = JSON.stringify(body)
  return {
    content: [
      ...textBlock(text, chargeText(info)),
      ...textBlock(json.length <= mostTextChars ? json : 'the whole answer is in structuredContent'),
    ],
    structuredContent: { ...body },
  }
}

function shortAnswer(tool: McpTool, body: object, text: string, info: ResponseInfo | null): CallToolResult {
  const left = mostBytes - Buffer.byteLength(JSON.stringify(text)) - frameBytes
  const short = shortened(body, left)
  const more = hasWhole(tool.operation) ? `"${wholeAnswerName}": true gives the whole answer` : 'a "limit" gives more'
  const hint = short === body ? '' : `shortened: ${more}`
  return { content: textBlock(text, hint, chargeText(info)), structuredContent: { ...short } }
}

/** Bytes around the texts of an answer, including charge and hint. */
const frameBytes = 180

function textBlock(...lines: readonly string[]): CallToolResult['content'] {
  const text = lines.filter((line) => line !== '').join('\n')
  return text === '' ? [] : [{ type: 'text', text }]
}

function chargeText(info: ResponseInfo | null): string {
  if (info === null || info.creditsCharged === null) return ''
  const { creditsCharged, creditsRemaining } = info
  return `charged ${amountOf(creditsCharged, 'credit')}, ${creditsRemaining ?? '?'} remain`
}

function chargeMeta(info: ResponseInfo | null): Pick<CallToolResult, '_meta'> {
  if (info === null || info.creditsCharged === null) return {}
  const { creditsCharged, creditsRemaining, requestId } = info
  return { _meta: { 'riftline/charge': { creditsCharged, creditsRemaining, requestId } } }
}

/**
 * Describes a failed call by its code and message from the contract or the files; any other error is logged. `details` are
 * the body of the error as in `/v1`, with the values of its headers.
 */
function refusedCall(error: unknown, { isOffline, log }: { readonly isOffline: boolean; readonly log: Log }) {
  const { code, message, ...details } = publicError(error, log)
  const wait = details.retryAfterSeconds === undefined ? '' : ` (retry after ${details.retryAfterSeconds} s)`
  const hint = isOffline && code === 'odds_not_available' ? '; riftline odds capture reads what markets offer now' : ''
  return { text: `${code}: ${message}${wait}${hint}`, details: { error: code, message, ...details } }
}

/** Code and message of an error; for an API error, also its other fields. */
function publicError(error: unknown, log: Log): Readonly<Record<string, unknown>> {
  if (error instanceof RiftlineApiError) {
    const { code, message, status, requestId, retryAfterSeconds, candidates } = error
    return { code, message, status, requestId, retryAfterSeconds, candidates }
  }
  if (error instanceof RiftlineError) {
    const { code, message, candidates } = error
    return { code, message, candidates }
  }
  if (error instanceof RiftlineConnectionError) return { code: error.code, message: error.message }
  log({ level: 'error', event: 'tool_failed', ...errorFields(error) })
  return { code: 'internal_error', message: 'the call failed; see the log' }
}

/** Lengths of a list and of lists inside it, tried in this order. */
const lengths = [
  [30, 10],
  [15, 5],
  [10, 2],
  [10, 0],
  [5, 2],
  [5, 0],
  [3, 0],
  [1, 0],
  [0, 0],
] as const

/** Shortens a body to `mostBytes` of JSON: drops the last items of lists, then whole objects, rounds numbers, and adds `shortened: true`. */
function shortened(body: object, mostBytes: number): object {
  if (fits(body, mostBytes)) return body
  for (const [most, inside] of lengths) {
    const cut = { ...cutLists(body, most, inside), shortened: true }
    if (fits(cut, mostBytes)) return cut
  }
  const plain = Object.entries(body).filter(([, value]) => typeof value !== 'object')
  const flat = { ...Object.fromEntries(plain), shortened: true }
  return fits(flat, mostBytes) ? flat : { shortened: true }
}

function fits(body: object, mostBytes: number): boolean {
  return Buffer.byteLength(JSON.stringify(body)) <= mostBytes
}

function cutLists(node: object, most: number, inside: number): object {
  return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, cutValue(value, most, inside)]))
}

function cutValue(value: unknown, most: number, inside: number): unknown {
  if (Array.isArray(value)) return value.slice(0, most).map((item) => cutValue(item, inside, inside))
  if (typeof value === 'number') return Number(value.toFixed(7))
  return typeof value === 'object' && value !== null ? cutLists(value, most, inside) : value
}
