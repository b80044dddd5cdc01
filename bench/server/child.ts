import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { onCore } from '../on-core.ts'
import type { Load, LoadResult } from './load.ts'

/** Cores that server and load are pinned to. */
export interface Cores {
  readonly server: string
  readonly load: string
}

export interface Running {
  readonly pid: number
  readonly port: number
  /** Waits for a line of output that matches the pattern, printed before or later, and returns its first group. */
  printed(pattern: RegExp): Promise<string>
  /** Sends a signal, then waits for a line in the same way. */
  tell(signal: NodeJS.Signals, pattern: RegExp): Promise<string>
  stop(): Promise<void>
}

/** Starts a server as a separate process and waits for the line with its port. `cores` is null if nothing is pinned. */
export async function startServer(
  command: readonly string[],
  env: Readonly<Record<string, string>>,
  cores: Cores | null,
): Promise<Running> {
  const child = start(command, env, cores?.server)
  const lines: string[] = []
  const reader = createInterface({ input: child.stdout! }).on('line', (line) => lines.push(line))
  const printed = (pattern: RegExp, before: readonly string[] = lines): Promise<string> =>
    new Promise((resolve, reject) => {
      const look = (line: string): void => {
        const found = pattern.exec(line)?.[1]
        if (found === undefined) return
        reader.off('line', look)
        resolve(found)
      }
      reader.on('line', look)
      before.forEach(look)
      child.once('exit', (code) =>
        reject(new Error(`${command.at(-1)} ended with ${code} before it printed ${pattern}`)),
      )
    })
  return {
    pid: child.pid!,
    port: Number(await printed(/(?:^port |listens on http:\/\/[^:]+:)(\d+)$/)),
    printed,
    tell(signal, pattern) {
      child.kill(signal)
      return printed(pattern, [])
    },
    stop: () =>
      new Promise((resolve) => {
        child.once('exit', () => resolve())
        child.kill('SIGTERM')
      }),
  }
}

export async function runLoad(load: Load, cores: Cores | null): Promise<LoadResult> {
  const child = start([...tsx, script('load.ts'), JSON.stringify(load)], {}, cores?.load)
  const chunks: Buffer[] = []
  for await (const chunk of child.stdout!) chunks.push(chunk as Buffer)
  return JSON.parse(Buffer.concat(chunks).toString()) as LoadResult
}

export function script(name: string): string {
  return fileURLToPath(new URL(name, import.meta.url))
}

/** Command without the source condition, so that packages come from dist, as published. */
export const tsx: readonly string[] = [process.execPath, '--import', 'tsx']

/** Starts a process, on one core if a core is given. */
export function start(
  command: readonly string[],
  env: Readonly<Record<string, string>>,
  core: string | undefined,
): ChildProcess {
  const [program, ...rest] = onCore(command, core)
  return spawn(program!, rest, { stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, ...env } })
}
