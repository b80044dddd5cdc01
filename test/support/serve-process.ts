import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { run } from 'riftline'
import { bundledRiftline } from './riftline-bundle.ts'
import type { Files } from './tiny-artifacts.ts'
import { writeArtifacts } from './tiny-artifacts-folder.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

export interface CommandServer {
  readonly baseUrl: string
  readonly port: number
  /** Key of the demo account, which has 1,000 credits and those of the free month. */
  readonly key: string
  readonly dataFolder: string
  readonly artifactsFolder: string
  /** Text printed so far. */
  readonly output: Readonly<Record<'stdout' | 'stderr', string>>
  /** Signals the server to stop, without waiting. */
  beginStop(): void
  /** Stops the server, waits for its end and removes its data. */
  stop(): Promise<void>
}

export interface ServeOptions {
  /** Environment variables without the prefix `RIFTLINE_`. */
  readonly env?: Readonly<Record<string, string>>
  /** Key in a database that is not empty, for which no demo account is made. */
  readonly key?: string
  /** Artifacts to serve; the committed ones by default. A start with tiny artifacts takes half as long. */
  readonly artifacts?: Files
  /** Prepares the data folder before the start. */
  readonly before?: (dataFolder: string) => Promise<unknown>
}

/** Runs the command `riftline serve` as its own process, with new data. */
export function startServe(options?: ServeOptions): Promise<CommandServer> {
  return serveBy(launchProcess, options)
}

/** Runs the command `riftline serve` in this process: another process would load all modules anew, which takes a second. */
export function serveHere(options?: ServeOptions): Promise<CommandServer> {
  return serveBy(launchHere, options)
}

interface Launched {
  readonly output: { stdout: string; stderr: string }
  readonly code: Promise<number | null>
  stop(): void
}

type Launch = (args: readonly string[], env: Readonly<Record<string, string>>, onPrinted: () => void) => Launched

async function serveBy(
  launch: Launch,
  { env = {}, key: known, artifacts, before }: ServeOptions = {},
): Promise<CommandServer> {
  const folder = mkdtempSync(join(tmpdir(), 'riftline-serve-'))
  const [dataFolder, written] = [join(folder, 'data'), join(folder, 'artifacts')]
  mkdirSync(dataFolder, { mode: 0o700 })
  await before?.(dataFolder)
  if (artifacts !== undefined) await writeArtifacts(written, artifacts)
  const artifactsFolder = artifacts === undefined ? join(root, 'artifacts') : written
  const args = ['serve', '--port', '0', '--data', dataFolder, '--artifacts', artifactsFolder]
  const settings = Object.entries({ OPS_PORT: '0', ACCOUNT_PORT: '0', DEMO: 'on', ...env }).map(([name, value]) => [
    `RIFTLINE_${name}`,
    value,
  ])
  let look = (): void => {}
  const server = launch(args, Object.fromEntries(settings), () => look())
  const stop = async (): Promise<void> => {
    server.stop()
    await server.code
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    const { baseUrl, key } = await new Promise<Pick<CommandServer, 'baseUrl' | 'key'>>((resolve, reject) => {
      // A first start prints the address and the demo key; with a known key, only the address is awaited.
      look = () => {
        const baseUrl = /listens on (\S+)\n/.exec(server.output.stdout)?.[1]
        const key = known ?? /^ {2}(rl_live_\w+)\n/m.exec(server.output.stdout)?.[1]
        if (baseUrl !== undefined && key !== undefined) resolve({ baseUrl, key })
      }
      void server.code.then((code) => reject(new Error(`riftline serve ended with ${code}: ${server.output.stderr}`)))
    })
    const port = Number(new URL(baseUrl).port)
    return { baseUrl, port, key, dataFolder, artifactsFolder, output: server.output, beginStop: server.stop, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

const launchProcess: Launch = (args, env, onPrinted) => {
  const child = spawn(process.execPath, [bundledRiftline(), ...args], { cwd: root, env: { ...cleanEnv(), ...env } })
  const output = { stdout: '', stderr: '' }
  // Output is read to the end, so that a full pipe never blocks the process.
  for (const name of ['stdout', 'stderr'] as const)
    child[name].setEncoding('utf8').on('data', (chunk: string) => {
      output[name] += chunk
      onPrinted()
    })
  const code = once(child, 'close').then(([code]) => code as number | null)
  return { output, code, stop: () => child.kill('SIGTERM') }
}

const launchHere: Launch = (args, env, onPrinted) => {
  const output = { stdout: '', stderr: '' }
  const stops = new Set<() => void>()
  const code = run(args, {
    env,
    stdout: (text) => {
      output.stdout += text
      onPrinted()
    },
    stderr: (text) => {
      output.stderr += text
    },
    onStop: (listener) => {
      stops.add(listener)
      return () => stops.delete(listener)
    },
  })
  return {
    output,
    code,
    stop: () => {
      for (const listener of [...stops]) listener()
    },
  }
}

function cleanEnv(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('RIFTLINE_')))
}
