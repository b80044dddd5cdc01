import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import type { FromWriter } from './messages.ts'

const unshare = ['-n', '-p', '-f', '--kill-child', '--mount-proc']

/** Reason why namespaces cannot be used on this machine; null if they can. */
export function noNamespaces(): string | null {
  const { status, error, stderr } = spawnSync('unshare', [...unshare, 'true'], { encoding: 'utf8' })
  return status === 0 ? null : `unshare is not permitted here: ${error?.message ?? stderr.trim()}`
}

/** A process in its own namespaces, which sees neither socket names nor processes of others. */
export interface Contained {
  readonly child: ChildProcess
  /** Exit code of the process, or the signal that ended it. */
  readonly exited: Promise<number | string>
  signal(name: 'SIGSTOP' | 'SIGCONT' | 'SIGTERM' | 'SIGKILL'): void
}

function startContained(args: readonly string[], env: NodeJS.ProcessEnv = process.env): Contained {
  const stdio = ['ignore', 'pipe', 'pipe', 'ipc'] as const
  const child = spawn('unshare', [...unshare, process.execPath, ...args], { stdio: [...stdio], env })
  const exited = new Promise<number | string>((resolve) => {
    child.once('exit', (code, signal) => resolve(code ?? signal ?? 'gone'))
  })
  return {
    child,
    exited,
    signal(name) {
      const [inner] = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').split(' ')
      if (inner !== undefined && inner !== '') process.kill(Number(inner), name)
    },
  }
}

/** A writer of the ledger in a container. */
export interface Writer extends Contained {
  /** Message `open` once the writer charges, or `refused` with the reason. */
  readonly outcome: Promise<Extract<FromWriter, { readonly kind: 'open' | 'refused' }>>
  /** Ids of all charges that were acknowledged to the writer. */
  readonly charged: readonly string[]
  /** Reason why the writer stopped; null while it runs. */
  lostBecause(): string | null
}

export function startWriter(script: string, dataFolder: string, name: string): Writer {
  const contained = startContained([script, dataFolder, name])
  const charged: string[] = []
  let lost: string | null = null
  let errors = ''
  contained.child.stderr?.on('data', (chunk: Buffer) => {
    errors += chunk
  })
  const outcome = new Promise<Extract<FromWriter, { readonly kind: 'open' | 'refused' }>>((resolve, reject) => {
    contained.child.on('message', (message: FromWriter) => {
      if (message.kind === 'charged') charged.push(message.requestId)
      else if (message.kind === 'lost') lost = message.reason
      else resolve(message)
    })
    contained.exited.then((code) => reject(new Error(`writer ${name} ended with ${code}: ${errors}`)))
  })
  outcome.catch(() => {})
  return { ...contained, outcome, charged, lostBecause: () => lost }
}
