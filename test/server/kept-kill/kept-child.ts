import { fork } from 'node:child_process'

/** Moment at which a child kills itself; `never` leaves that to the parent. */
export type KillMoment = 'before line' | 'in line' | 'after line' | 'before head' | 'after head' | 'never'

/** Entry of the log of a child. */
export interface FromChild {
  readonly event: string
  readonly seriesId?: string
}

export interface KeptChild {
  readonly log: readonly FromChild[]
  /** Exit code of the process, or the signal that ended it. */
  readonly ended: Promise<number | string>
  end(signal: 'SIGKILL' | 'SIGTERM'): void
}

/** Starts a server that kills itself at a moment of its `count`-th line. */
export function startKeptChild(
  script: string,
  folders: { data: string; artifacts: string },
  moment: KillMoment,
  count: number,
): KeptChild {
  const args = [folders.data, folders.artifacts, moment, String(count)]
  const child = fork(script, args, { stdio: ['ignore', 'ignore', 'pipe', 'ipc'], execArgv: [] })
  let errors = ''
  child.stderr?.on('data', (chunk: Buffer) => {
    errors += chunk
  })
  const log: FromChild[] = []
  child.on('message', (message) => void log.push(message as FromChild))
  const ended = new Promise<number | string>((resolve) => {
    child.once('exit', (code, signal) => resolve(signal ?? (code === 0 ? 0 : `${code}: ${errors}`)))
  })
  return { log, ended, end: (signal) => void child.kill(signal) }
}
