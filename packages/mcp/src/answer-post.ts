import {
  createMcpHandler,
  isLegacyRequest,
  ProtocolErrorCode,
  type Server,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server'
import { type Ask, createServerBackend } from './backend.ts'
import { createToolServer, openToolbox, type ToolServerDeps } from './tool-server.ts'

/** Message of the Model Context Protocol that came by `POST`. */
export interface McpPost {
  /** Body of the request, parsed. */
  readonly json: unknown
  /** Headers by lower-case name; those of the protocol are read. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  /** Answers the request of a tool as the server's own routes do. */
  readonly ask: Ask
}

/** Answer to a message. */
export interface McpReply {
  readonly status: number
  /** JSON of one message; empty for a notification, which has no answer. */
  readonly body: string
}

/**
 * Opens a function that answers messages over HTTP, by the transport "Streamable HTTP" without sessions: every answer is one
 * JSON document. Keys, origins, rate and size limits are the server's. Errors of the protocol are JSON-RPC errors, and a refused
 * call of a tool is a result with `isError`; a batch is refused with 400.
 * @example
 * const answer = await openMcpAnswerer({ contract: () => import('@riftline/server/openapi'), log })
 * await answer({ json, headers: request.headers, ask })
 */
export async function openMcpAnswerer(
  deps: Omit<ToolServerDeps, 'backend'>,
): Promise<(post: McpPost) => Promise<McpReply>> {
  const toolbox = await openToolbox(deps.contract, false)
  return async ({ json, headers, ask }) => {
    if (Array.isArray(json)) return batchRefusal
    const backend = createServerBackend(ask)
    const createServer = (): Server => createToolServer({ ...deps, backend }, toolbox)
    const request = new Request('http://localhost/mcp', { method: 'POST', headers: protocolHeaders(headers) })
    const isLegacy = await isLegacyRequest(request, json)
    const response = await (isLegacy ? answerLegacy : answerModern)(createServer, request, json)
    return { status: response.status, body: await response.text() }
  }
}

type AnswerRequest = (createServer: () => Server, request: Request, parsedBody: unknown) => Promise<Response>

/** Answers a client of a revision with a handshake, which may ask any server of several at each call. */
const answerLegacy: AnswerRequest = async (createServer, request, parsedBody) => {
  const server = createServer()
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
  await server.connect(transport)
  try {
    return await transport.handleRequest(request, { parsedBody })
  } finally {
    await server.close()
  }
}

/** Answers a client that states its revision with each message. Subscriptions are refused: nothing here changes unasked. */
const answerModern: AnswerRequest = (createServer, request, parsedBody) =>
  createMcpHandler(createServer, { legacy: 'reject', maxSubscriptions: 0 }).fetch(request, { parsedBody })

/** Headers of the protocol. The server has checked the type of the body, and answers are JSON whatever else is accepted. */
function protocolHeaders(headers: McpPost['headers']): Headers {
  const own = Object.entries(headers).filter(([name, value]) => name.startsWith('mcp-') && typeof value === 'string')
  return new Headers([
    ...(own as [string, string][]),
    ['accept', 'application/json, text/event-stream'],
    ['content-type', 'application/json'],
  ])
}

const batchRefusal: McpReply = {
  status: 400,
  body: JSON.stringify({
    jsonrpc: '2.0',
    error: { code: ProtocolErrorCode.InvalidRequest, message: 'send one message for each request, not a batch' },
    id: null,
  }),
}
