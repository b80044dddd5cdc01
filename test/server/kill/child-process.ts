import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'
import type { FromChild, ToChild } from './messages.ts'

const root = new URL('../../..', import.meta.url).pathname
const cache = join(root, 'node_modules/.cache')

/** The child as one file, in a folder of its own: a start from the sources takes several times as long. */
export async function bundleChild(): Promise<string> {
  mkdirSync(cache, { recursive: true })
  const folder = mkdtempSync(join(cache, 'riftline-kill-'))
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
  await build({
    entryPoints: {
      child: join(root, 'test/server/kill/child.ts'),
      'snapshot-worker': join(root, 'packages/server/src/credits/file/snapshot-worker.ts'),
    },
    outdir: folder,
    bundle: true,
    minify: true,
    platform: 'node',
    format: 'esm',
    conditions: ['@riftline/source'],
    external: ['pg', 'undici'],
    logLevel: 'error',
  })
  return join(folder, 'child.js')
}

export interface Child {
  readonly port: number
  readonly balances: number
  ask(message: ToChild): Promise<FromChild>
  /** Resolves when the process is gone, with its code or the signal that ended it. */
  end(signal: 'SIGKILL' | 'SIGTERM'): Promise<number | string>
}

/** A process that has loaded everything and has not touched its data folder yet. */
export interface Standby {
  /** Opens the folder and listens; a refusal to start is the code of its error. */
  open(): Promise<Child | string>
  drop(): void
}

export async function standBy(script: string, dataFolder: string): Promise<Standby> {
  const child = fork(script, [dataFolder], { stdio: ['ignore', 'ignore', 'pipe', 'ipc'], execArgv: [] })
  let errors = ''
  child.stderr?.on('data', (chunk: Buffer) => {
    errors += chunk
  })
  const exited = new Promise<number | string>((resolve) => {
    child.once('exit', (code, signal) => resolve(code ?? signal ?? 'gone'))
  })
  const hear = async (): Promise<FromChild> => {
    const message = once(child, 'message').then(([value]) => value as FromChild)
    const gone = exited.then((code) => Promise.reject(new Error(`the server ended with ${code}: ${errors}`)))
    return Promise.race([message, gone])
  }
  const ask = (message: ToChild): Promise<FromChild> => {
    child.send(message)
    return hear()
  }
  await hear()
  return {
    drop: () => child.kill('SIGKILL'),
    async open() {
      const first = await ask({ kind: 'open' })
      if (first.kind === 'refused') return first.code
      if (first.kind !== 'ready') throw new Error(`expected to hear that the server is ready, got ${first.kind}`)
      const { port, balances } = first
      const end = (signal: 'SIGKILL' | 'SIGTERM'): Promise<number | string> => {
        child.kill(signal)
        return exited
      }
      return { port, balances, ask, end }
    },
  }
}
