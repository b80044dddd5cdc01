/** Clock, injected so that tests can move time. */
export interface Clock {
  /** Wall clock in milliseconds since 1970, UTC. It may be set back. */
  now(): number
  /** Monotonic clock in milliseconds; only differences have a meaning. */
  monotonicMs(): number
}

/** Clock of the machine. */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonicMs: () => performance.now(),
}

/** Timers, injected so that tests decide when they fire. */
export interface Timers {
  /** Calls `act` once; the returned function cancels it. Does not keep the process alive. */
  after(milliseconds: number, act: () => void): () => void
  /** Calls `act` repeatedly; the returned function stops it. Does not keep the process alive. */
  every(milliseconds: number, act: () => void): () => void
  /** Resolves after a time. Keeps the process alive, because nothing else does during the start. */
  wait(milliseconds: number): Promise<void>
}

/** Timers of Node. */
export const systemTimers: Timers = {
  after(milliseconds, act) {
    const timer = setTimeout(act, milliseconds).unref()
    return () => clearTimeout(timer)
  },
  every(milliseconds, act) {
    const timer = setInterval(act, milliseconds).unref()
    return () => clearInterval(timer)
  },
  wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
}

/** Structured log entry. No field may hold a secret, but an error message may repeat a caller's text. */
export interface LogEntry {
  readonly level: 'info' | 'warn' | 'error'
  readonly event: string
  readonly [field: string]: unknown
}

/** Receives log entries. A writer must shorten keys to their public part, as `riftline serve` does. */
export type Log = (entry: LogEntry) => void

/** Log that discards its entries. */
export const silentLog: Log = () => {}

/** Turns an error into log fields; the stack is for operators only. @example errorFields('gone') // => { error: 'gone' } */
export function errorFields(error: unknown): { readonly error: string; readonly stack?: string } {
  if (!(error instanceof Error)) return { error: String(error) }
  return { error: error.message, ...(error.stack === undefined ? {} : { stack: error.stack }) }
}

/** Runs tasks one after the other, in order; a failed task does not stop the next. */
export type Serial = <T>(task: () => Promise<T>) => Promise<T>

/** Makes a new queue of tasks, independent of all others. */
export function createSerial(): Serial {
  let last: Promise<unknown> = Promise.resolve()
  return (task) => {
    const run = last.then(task)
    last = run.catch(() => {})
    return run
  }
}

/** Makes a task that never runs twice at once: a call during a run shares that run. */
export function createSingle<Args extends readonly unknown[]>(task: (...args: Args) => Promise<void>) {
  let running: Promise<void> | null = null
  return {
    run(...args: Args): Promise<void> {
      running ??= task(...args).finally(() => {
        running = null
      })
      return running
    },
    /** Resolves when no run is in progress. */
    async idle(): Promise<void> {
      await running
    },
  }
}
