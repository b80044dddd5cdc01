import type { CallToolResult } from '@modelcontextprotocol/server'
import type { ResponseInfo } from '@riftline/client'
import type { Log } from '@riftline/ledger'
import { answerText } from './answer-text.ts'
import type { Backend } from './backend.ts'
import { refusedCall } from './refused-call.ts'
import { type ToolArguments, toolRequest } from './tool-request.ts'
import type { McpTool } from './tools.ts'

/** Longer answers stand in `structuredContent` alone: as text they would fill the context of a model. */
const mostTextChars = 24_000

export interface ToolCall {
  readonly tool: McpTool
  readonly args: ToolArguments
  readonly signal: AbortSignal
}

/** The answer of a tool, or a tool's error with a code of the contract. Never rejects. */
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
    const json = JSON.stringify(body)
    return {
      content: [
        ...textBlock(text, chargeText(info)),
        ...textBlock(json.length <= mostTextChars ? json : 'the whole answer is in structuredContent'),
      ],
      structuredContent: { ...body },
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

function textBlock(...lines: readonly string[]): CallToolResult['content'] {
  const text = lines.filter((line) => line !== '').join('\n')
  return text === '' ? [] : [{ type: 'text', text }]
}

function chargeText(info: ResponseInfo | null): string {
  if (info === null || info.creditsCharged === null) return ''
  const { creditsCharged, creditsRemaining } = info
  return `charged ${creditsCharged} ${creditsCharged === 1 ? 'credit' : 'credits'}, ${creditsRemaining ?? '?'} remain`
}

function chargeMeta(info: ResponseInfo | null): Pick<CallToolResult, '_meta'> {
  if (info === null || info.creditsCharged === null) return {}
  const { creditsCharged, creditsRemaining, requestId } = info
  return { _meta: { 'riftline/charge': { creditsCharged, creditsRemaining, requestId } } }
}
