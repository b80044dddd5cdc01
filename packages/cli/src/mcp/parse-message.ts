import { type JSONRPCMessage, ProtocolErrorCode, parseJSONRPCMessage } from '@modelcontextprotocol/server'

/** A line is a message, or the answer to it that says why it is none. */
export type ParsedLine = { readonly message: JSONRPCMessage } | { readonly refusal: string }

export function parseMessage(line: string): ParsedLine {
  let json: unknown
  try {
    json = JSON.parse(line)
  } catch {
    return { refusal: refusalOf(ProtocolErrorCode.ParseError, 'the line is not JSON') }
  }
  try {
    return { message: parseJSONRPCMessage(json) }
  } catch {
    return { refusal: refusalOf(ProtocolErrorCode.InvalidRequest, 'the line is not a JSON-RPC message', idOf(json)) }
  }
}

export function tooLong(mostBytes: number): string {
  return refusalOf(ProtocolErrorCode.InvalidRequest, `a line may have ${mostBytes} bytes`)
}

/** An answer to nobody in particular has the id null, as JSON-RPC has it. */
function refusalOf(code: ProtocolErrorCode, message: string, id: string | number | null = null): string {
  return `${JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } })}\n`
}

function idOf(json: unknown): string | number | null {
  const id = typeof json === 'object' && json !== null && 'id' in json ? json.id : null
  if (typeof id === 'string') return id
  return typeof id === 'number' && Number.isSafeInteger(id) ? id : null
}
