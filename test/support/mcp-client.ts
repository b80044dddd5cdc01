import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { onTestFinished } from 'vitest'
import { bundledRiftline } from './riftline-bundle.ts'

const root = new URL('../../', import.meta.url).pathname

/** Result of a tool call. */
export interface ToolAnswer {
  readonly isError: boolean
  readonly text: string
  // biome-ignore lint/suspicious/noExplicitAny: an answer of any tool
  readonly body: any
  // biome-ignore lint/suspicious/noExplicitAny: as it comes
  readonly meta: any
}

export interface McpSession {
  readonly client: Client
  readonly call: (name: string, args?: Record<string, unknown>) => Promise<ToolAnswer>
  /** Text that the command has printed to stderr. */
  readonly stderr: () => string
}

export interface McpOptions {
  readonly args?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  readonly mode?: 'legacy' | 'auto'
}

/** The SDK's own client beside `riftline mcp` as a process; both are gone when the test, or the hook's `close`, is over. */
export async function openMcp({
  args = [],
  env = {},
  mode = 'legacy',
}: McpOptions = {}): Promise<McpSession & { close(): Promise<void> }> {
  const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode } })
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [bundledRiftline(), 'mcp', ...args],
    cwd: root,
    env: { PATH: process.env.PATH ?? '', ...env },
    stderr: 'pipe',
  })
  let stderr = ''
  transport.stderr?.on('data', (chunk: Buffer) => {
    stderr += chunk
  })
  await client.connect(transport)
  return {
    client,
    stderr: () => stderr,
    close: () => client.close(),
    async call(name, args = {}) {
      const { isError = false, content, structuredContent, _meta } = await client.callTool({ name, arguments: args })
      const texts = content.flatMap((block) => (block.type === 'text' ? [block.text] : []))
      return { isError, text: texts[0] ?? '', body: structuredContent, meta: _meta }
    },
  }
}

/** The same for one test. */
export async function mcpForTest(options?: McpOptions): Promise<McpSession> {
  const session = await openMcp(options)
  onTestFinished(() => session.close())
  return session
}
