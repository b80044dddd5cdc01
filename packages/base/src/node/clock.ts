/** Time, injected so that tests move it. */
export interface Clock {
  /** Wall clock, milliseconds since 1970, UTC. May be set back. */
  now(): number
  /** Milliseconds of a clock that never runs back; only differences mean something. */
  monotonicMs(): number
}

/** The clocks of the machine. */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonicMs: () => performance.now(),
}

/** Timers, injected so that tests decide when they end. */
export interface Timers {
  /** Calls `act` once; the function that is returned stops it. Does not keep the process alive. */
  after(milliseconds: number, act: () => void): () => void
  /** Calls `act` again and again; the function that is returned stops it. Does not keep the process alive. */
  every(milliseconds: number, act: () => void): () => void
  /** Resolves after a time and keeps the process alive meanwhile: at a start nothing else does. */
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

/** One structured line. No field is meant to hold a secret, but a message of an error may repeat what a caller sent. */
export interface LogEntry {
  readonly level: 'info' | 'warn' | 'error'
  readonly event: string
  readonly [field: string]: unknown
}

/** Takes entries. What writes them down cuts keys in them to their public part, as `riftline serve` does. */
export type Log = (entry: LogEntry) => void

/** Takes entries and forgets them. */
export const silentLog: Log = () => {}

/** An error as log fields; its stack is for operators only. @example errorFields('gone') // => { error: 'gone' } */
export function errorFields(error: unknown): { readonly error: string; readonly stack?: string } {
  if (!(error instanceof Error)) return { error: String(error) }
  return { error: error.message, ...(error.stack === undefined ? {} : { stack: error.stack }) }
}

/** Runs tasks one after the other, in order; one that fails does not stop the next. */
export type Serial = <T>(task: () => Promise<T>) => Promise<T>

/** Makes a queue of its own: what else runs is not waited for. */
export function createSerial(): Serial {
  let last: Promise<unknown> = Promise.resolve()
  return (task) => {
    const run = last.then(task)
    last = run.catch(() => {})
    return run
  }
}

/** Makes a task that runs once at a time: a call meanwhile shares the run that is under way. */
export function createSingle<Args extends readonly unknown[]>(task: (...args: Args) => Promise<void>) {
  let running: Promise<void> | null = null
  return {
    run(...args: Args): Promise<void> {
      running ??= task(...args).finally(() => {
        running = null
      })
      return running
    },
    /** Resolves when no run is under way. */
    async idle(): Promise<void> {
      await running
    },
  }
}
