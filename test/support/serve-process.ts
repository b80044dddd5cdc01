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
  /** Text that it has printed. */
  readonly output: Readonly<Record<'stdout' | 'stderr', string>>
  /** Asks it to leave, without waiting. */
  beginStop(): void
  /** Waits until it has left and removes its data. */
  stop(): Promise<void>
}

export interface ServeOptions {
  /** Settings without their prefix. */
  readonly env?: Readonly<Record<string, string>>
  /** A key of a database that is no longer empty: no demo account is made then. */
  readonly key?: string
  /** Artifacts to serve, by default the committed ones; a start with those of a few kilobytes takes half as long. */
  readonly artifacts?: Files
  /** Prepares the data folder before the start. */
  readonly before?: (dataFolder: string) => Promise<unknown>
}

/** The command `riftline serve` as a process of its own, with new data. */
export function startServe(options?: ServeOptions): Promise<CommandServer> {
  return serveBy(launchProcess, options)
}

/** The same command in this process: another one would load all modules anew, which takes a second. */
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
      // The address and the demo key that a first start prints, or the key that is known.
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
  // Read to the end, so that a full pipe never holds the process up.
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
