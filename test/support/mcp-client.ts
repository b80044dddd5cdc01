import { PassThrough } from 'node:stream'
import { Client, type Transport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { run } from 'riftline'
import { onTestFinished } from 'vitest'
import { bundledRiftline } from './riftline-bundle.ts'

const root = new URL('../../', import.meta.url).pathname

/** Result of a tool call. */
export interface ToolAnswer {
  readonly isError: boolean
  readonly text: string
  // biome-ignore lint/suspicious/noExplicitAny: an answer of any tool
  readonly body: any
  // biome-ignore lint/suspicious/noExplicitAny: an answer of any shape
  readonly meta: any
}

export interface McpSession {
  readonly client: Client
  readonly call: (name: string, args?: Record<string, unknown>) => Promise<ToolAnswer>
  /** Text printed to stderr by the command so far. */
  readonly stderr: () => string
}

export interface McpOptions {
  readonly args?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  readonly mode?: 'legacy' | 'auto'
}

/** Connects the SDK's own client to a process of `riftline mcp`. Both end with the test, or with the `close` of a hook. */
export async function openMcp({ args = [], env = {}, mode = 'legacy' }: McpOptions = {}): Promise<OpenSession> {
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
  return connect(transport, mode, () => stderr)
}

/** Connects the client to `riftline mcp` in this process: another process would load all modules anew, which takes a second. */
export async function openMcpHere({ args = [], env = {}, mode = 'legacy' }: McpOptions = {}): Promise<OpenSession> {
  const input = new PassThrough()
  let [stderr, rest] = ['', '']
  const transport: Transport = {
    async start() {},
    async send(message) {
      input.write(`${JSON.stringify(message)}\n`)
    },
    async close() {
      input.end()
      await code
      transport.onclose?.()
    },
  }
  const code = run(['mcp', ...args], {
    env,
    stdin: () => input,
    stdout: (text) => {
      const lines = (rest + text).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) setImmediate(() => transport.onmessage?.(JSON.parse(line)))
    },
    stderr: (text) => {
      stderr += text
    },
    onStop: () => () => {},
  })
  return connect(transport, mode, () => stderr)
}

type OpenSession = McpSession & { close(): Promise<void> }

async function connect(
  transport: Transport,
  mode: NonNullable<McpOptions['mode']>,
  stderr: () => string,
): Promise<OpenSession> {
  const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode } })
  await client.connect(transport)
  return {
    client,
    stderr,
    close: () => client.close(),
    async call(name, args = {}) {
      const { isError = false, content, structuredContent, _meta } = await client.callTool({ name, arguments: args })
      const texts = content.flatMap((block) => (block.type === 'text' ? [block.text] : []))
      return { isError, text: texts[0] ?? '', body: structuredContent, meta: _meta }
    },
  }
}

/** Connects the client to a process of `riftline mcp` for one test. */
export async function mcpForTest(options?: McpOptions): Promise<McpSession> {
  const session = await openMcp(options)
  onTestFinished(() => session.close())
  return session
}
