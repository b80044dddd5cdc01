import { readFile } from 'node:fs/promises'
import { ProtocolError, ProtocolErrorCode, Server, type Tool } from '@modelcontextprotocol/server'
import type { Log } from '@riftline/base/node'
import type { Backend } from './backend.ts'
import type { McpTool, ToolContract, ToolDefinition } from './tools.ts'

/** Parts of a server of tools. */
export interface ToolServerDeps {
  readonly backend: Backend
  /** Loads the contract that the tools are made of, such as `@riftline/server/openapi`. */
  readonly contract: () => Promise<ToolContract>
  readonly log: Log
}

/** Parts that all servers of a process share. */
export interface Toolbox {
  /** Version of this package. */
  readonly version: string
  /** The tools by name, made at the first call. */
  readonly tools: () => Promise<ReadonlyMap<string, McpTool>>
}

export async function openToolbox(contract: ToolServerDeps['contract'], isOffline: boolean): Promise<Toolbox> {
  async function load(): ReturnType<Toolbox['tools']> {
    const [{ createTools }, known] = await Promise.all([import('./tools.ts'), contract()])
    return new Map(createTools(known, { isOffline }).map((tool) => [tool.definition.name, tool]))
  }
  const manifest = await readFile(new URL(import.meta.resolve('@riftline/mcp/package.json')), 'utf8')
  let loading: ReturnType<Toolbox['tools']> | undefined
  return {
    version: String(JSON.parse(manifest).version),
    tools() {
      loading ??= load().catch((error: unknown) => {
        loading = undefined
        throw error
      })
      return loading
    },
  }
}

/** Creates a server of the Model Context Protocol for one connection, or for one call over HTTP. */
export function createToolServer(
  { backend, log }: Pick<ToolServerDeps, 'backend' | 'log'>,
  { version, tools }: Toolbox,
): Server {
  const server = new Server(
    { name: 'riftline', title: 'Riftline', version },
    { capabilities: { tools: {} }, instructions: instructions(backend.isOffline) },
  )
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
