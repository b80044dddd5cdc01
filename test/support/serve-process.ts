import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bundledRiftline } from './riftline-bundle.ts'
import type { Files } from './tiny-artifacts.ts'
import { writeArtifacts } from './tiny-artifacts-folder.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

export interface ServeProcess {
  readonly baseUrl: string
  readonly port: number
  /** Key of the demo account, which has 1,000 credits and those of the free month. */
  readonly key: string
  readonly dataFolder: string
  readonly artifactsFolder: string
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
export async function startServe({
  env = {},
  key: known,
  artifacts,
  before,
}: ServeOptions = {}): Promise<ServeProcess> {
  const folder = mkdtempSync(join(tmpdir(), 'riftline-serve-'))
  const [dataFolder, written] = [join(folder, 'data'), join(folder, 'artifacts')]
  mkdirSync(dataFolder, { mode: 0o700 })
  await before?.(dataFolder)
  if (artifacts !== undefined) await writeArtifacts(written, artifacts)
  const served = artifacts === undefined ? join(root, 'artifacts') : written
  const args = [bundledRiftline(), 'serve', '--port', '0', '--data', dataFolder, '--artifacts', served]
  const settings = Object.entries({ OPS_PORT: '0', ACCOUNT_PORT: '0', DEMO: 'on', ...env }).map(([name, value]) => [
    `RIFTLINE_${name}`,
    value,
  ])
  const child = spawn(process.execPath, args, { cwd: root, env: { ...cleanEnv(), ...Object.fromEntries(settings) } })
  const exit = once(child, 'exit')
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM')
    await exit
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    const { baseUrl, key } = await firstStart(child, known)
    const port = Number(new URL(baseUrl).port)
    return { baseUrl, port, key, dataFolder, artifactsFolder: served, beginStop: () => child.kill('SIGTERM'), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** The address and the demo key that a first start prints, or the key that is known. */
async function firstStart(
  child: ChildProcess,
  known?: string,
): Promise<{ readonly baseUrl: string; readonly key: string }> {
  const { stdout, stderr } = readOutput(child)
  return new Promise((resolve, reject) => {
    child.stdout?.on('data', () => {
      const baseUrl = /listens on (\S+)\n/.exec(stdout())?.[1]
      const key = known ?? /^ {2}(rl_live_\w+)\n/m.exec(stdout())?.[1]
      if (baseUrl !== undefined && key !== undefined) resolve({ baseUrl, key })
    })
    child.once('close', (code) => reject(new Error(`riftline serve ended with ${code}: ${stderr()}`)))
  })
}

/** Keeps reading, so that a full pipe never holds the process up. */
function readOutput(child: ChildProcess): { readonly stdout: () => string; readonly stderr: () => string } {
  const text = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const)
    child[name]?.setEncoding('utf8').on('data', (chunk: string) => {
      text[name] += chunk
    })
  return { stdout: () => text.stdout, stderr: () => text.stderr }
}

function cleanEnv(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('RIFTLINE_')))
}
