import { fork } from 'node:child_process'
import { once } from 'node:events'
import type { FromChild, ToChild } from './messages.ts'

export interface Child {
  readonly port: number
  readonly balances: number
  ask(message: ToChild): Promise<FromChild>
  /** Ends the process; resolves with its exit code, or with the signal that ended it. */
  end(signal: 'SIGKILL' | 'SIGTERM'): Promise<number | string>
}

/** A process that has loaded all its code and has not touched its data folder yet. */
export interface Standby {
  /** Opens the folder and listens. If the start is refused, resolves with the code of the error. */
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
