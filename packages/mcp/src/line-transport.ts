import type { Readable } from 'node:stream'
import {
  type JSONRPCMessage,
  ProtocolErrorCode,
  parseJSONRPCMessage,
  serializeMessage,
  type Transport,
} from '@modelcontextprotocol/server'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { errorFields } from '@riftline/base/node'
import { createToolServer, openToolbox, type ToolServerDeps } from './tool-server.ts'

/** Longest message; a longer one is refused and not buffered. Arguments have a lower limit. */
const mostLineBytes = 10 * 1024 * 1024
/** Unanswered requests at which reading pauses, so that a host that reads no answers cannot fill the memory. */
const mostUnanswered = 64

/** Serves the tools over a transport until it ends. A tool's code and data are loaded on first use. */
export async function serveTools(deps: ToolServerDeps & { readonly transport: LineTransport }): Promise<void> {
  const { transport, log, contract, backend } = deps
  const toolbox = await openToolbox(contract, backend.isOffline)
  serveStdio(() => createToolServer(deps, toolbox), {
    transport,
    onerror: (error) => log({ level: 'warn', event: 'mcp_error', ...errorFields(error) }),
  })
  await transport.ended
}

export interface LineTransport extends Transport {
  readonly ended: Promise<void>
}

export interface Lines {
  readonly input: Readable
  /** Rejects if the output cannot be written. */
  readonly write: (text: string) => Promise<void>
}

/**
 * Transports messages as lines. Unlike the SDK's transport it answers a malformed line, survives one that is too long, and answers all
 * requests before it ends after its input.
 */
export function createLineTransport({ input, write }: Lines): LineTransport {
  const unanswered = new Set<unknown>()
  let isClosed = false
  let onChange = (): void => {}
  let onEnded = (): void => {}
  const ended = new Promise<void>((resolve) => {
    onEnded = resolve
  })

  async function writeLine(line: string): Promise<void> {
    if (!isClosed) await write(line).catch(close)
  }

  function receive(line: string | null): Promise<void> | undefined {
    if (line?.trim() === '') return
    const parsed = line === null ? { refusal: tooLong } : parseMessage(line)
    if ('refusal' in parsed) return writeLine(parsed.refusal)
    trackRequest(parsed.message, unanswered)
    transport.onmessage?.(parsed.message)
    return
  }

  async function untilUnder(most: number): Promise<void> {
    while (unanswered.size >= most && !isClosed) {
      await new Promise<void>((resolve) => {
        onChange = resolve
      })
    }
  }

  async function read(): Promise<void> {
    try {
      for await (const line of readLines(input, mostLineBytes)) {
        await receive(line)
        await untilUnder(mostUnanswered)
      }
      await untilUnder(1)
    } catch (error) {
      // A broken input ends the connection like the end of input.
      if (!isClosed) transport.onerror?.(error instanceof Error ? error : new Error(String(error)))
    }
    await close()
  }

  async function close(): Promise<void> {
    if (isClosed) return
    isClosed = true
    input.destroy()
    onChange()
    transport.onclose?.()
    onEnded()
  }

  const transport: LineTransport = {
    ended,
    async start() {
      void read()
    },
    async send(message) {
      await writeLine(serializeMessage(message))
      if ('method' in message) return
      unanswered.delete(message.id)
      onChange()
    },
    close,
  }
  return transport
}

/** Tracks unanswered requests, except cancelled ones and those that stay open as long as the connection. */
function trackRequest(message: JSONRPCMessage, unanswered: Set<unknown>): void {
  if (!('method' in message)) return
  if (!('id' in message)) {
    if (message.method === 'notifications/cancelled') unanswered.delete(message.params?.requestId)
  } else if (message.method !== 'subscriptions/listen') unanswered.add(message.id)
}

const lineFeed = 10

/** Yields the lines of an input; null for a line over `mostBytes`, which is not buffered. The last line needs no line feed. */
async function* readLines(input: AsyncIterable<Buffer>, mostBytes: number): AsyncGenerator<string | null> {
  let parts: Buffer[] = []
  let size = 0
  function add(part: Buffer): void {
    size += part.length
    if (size <= mostBytes) parts.push(part)
    else parts = []
  }
  function take(): string | null {
    const line = size <= mostBytes ? Buffer.concat(parts).toString() : null
    parts = []
    size = 0
    return line
  }
  for await (const chunk of input) {
    let from = 0
    for (let end = chunk.indexOf(lineFeed); end >= 0; end = chunk.indexOf(lineFeed, from)) {
      add(chunk.subarray(from, end))
      yield take()
      from = end + 1
    }
    add(chunk.subarray(from))
  }
  if (size > 0) yield take()
}

/** A message, or the error answer to a malformed line. */
type ParsedLine = { readonly message: JSONRPCMessage } | { readonly refusal: string }

function parseMessage(line: string): ParsedLine {
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

const tooLong = refusalOf(ProtocolErrorCode.InvalidRequest, `a line may have ${mostLineBytes} bytes`)

/** Error answer; its id is null if the request has no readable one. */
function refusalOf(code: ProtocolErrorCode, message: string, id: string | number | null = null): string {
  return `${JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } })}\n`
}

function idOf(json: unknown): string | number | null {
  const id = typeof json === 'object' && json !== null && 'id' in json ? json.id : null
  if (typeof id === 'string') return id
  return typeof id === 'number' && Number.isSafeInteger(id) ? id : null
}
