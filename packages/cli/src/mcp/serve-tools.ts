import { ProtocolError, ProtocolErrorCode, Server, type Tool } from '@modelcontextprotocol/server'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { errorFields, type Log } from '@riftline/base/node'
import type { Backend } from './backend.ts'
import type { LineTransport } from './line-transport.ts'
import type { McpTool, ToolDefinition } from './tools.ts'

export interface ToolServerDeps {
  readonly version: string
  readonly backend: Backend
  readonly transport: LineTransport
  readonly log: Log
}

/** Serves the tools over a transport until it ends. A tool's code and data are loaded on first use. */
export async function serveTools(deps: ToolServerDeps): Promise<void> {
  const { transport, log } = deps
  serveStdio(() => createToolServer(deps), {
    transport,
    onerror: (error) => log({ level: 'warn', event: 'mcp_error', ...errorFields(error) }),
  })
  await transport.ended
}

function createToolServer({ version, backend, log }: ToolServerDeps): Server {
  const { isOffline } = backend
  const server = new Server(
    { name: 'riftline', title: 'Riftline', version },
    { capabilities: { tools: {} }, instructions: instructions(isOffline) },
  )
  let loading: Promise<ReadonlyMap<string, McpTool>> | undefined
  const tools = (): Promise<ReadonlyMap<string, McpTool>> => {
    loading ??= loadTools(isOffline)
    return loading
  }
  server.setRequestHandler('tools/list', async () => ({
    tools: [...(await tools()).values()].map(({ definition }) => toTool(definition)),
  }))
  server.setRequestHandler('tools/call', async ({ params: { name, arguments: args = {} } }, { mcpReq: { signal } }) => {
    const known = await tools()
    const tool = known.get(name)
    if (tool === undefined) {
      const { didYouMean, nearestWords } = await import('@riftline/predictor')
      const near = didYouMean(nearestWords(name.slice(0, 80), [...known.keys()]))
      throw new ProtocolError(
        ProtocolErrorCode.InvalidParams,
        `unknown tool ${JSON.stringify(name.slice(0, 80))}${near}`,
      )
    }
    const { callTool } = await import('./call-tool.ts')
    return callTool({ tool, args, signal }, { backend, log })
  })
  return server
}

function toTool(definition: ToolDefinition): Tool {
  return JSON.parse(JSON.stringify(definition))
}

async function loadTools(isOffline: boolean): Promise<ReadonlyMap<string, McpTool>> {
  const { createTools } = await import('./tools.ts')
  return new Map(createTools({ isOffline }).map((tool) => [tool.definition.name, tool]))
}

function instructions(isOffline: boolean): string {
  return [
    'League of Legends esports: chances of series and their markets, odds, schedule and statistics.',
    'Teams, players and champions are found by name; the tools teams, players and champions list what a name means. The blue team is the one named ' +
      'first: sides do not change a forecast. Every answer has the date of its data: newer matches are not in it.',
    isOffline
      ? 'All answers come from files of this machine: nothing is charged.'
      : 'Calls are charged in credits, as each description says, and every answer has its charge. Failed calls cost nothing.',
  ].join(' ')
}
