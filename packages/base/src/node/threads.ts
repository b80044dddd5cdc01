import { availableParallelism } from 'node:os'
import { parentPort, Worker } from 'node:worker_threads'
import { invalidArgument, RiftlineError } from '../errors.ts'

/** Worker thread that runs one job at a time. It does not keep the process alive while it waits. */
export interface Thread<Job, Result> {
  /** @throws RiftlineError with the job's own code; `worker_failed` if the thread has died */
  run(job: Job): Promise<Result>
  end(): Promise<void>
}

/** Script of worker threads; it calls `answerJobs`. */
export interface ThreadScript {
  readonly script: URL
  /** Data that every thread starts with. */
  readonly workerData?: unknown
  /** Subject of messages, as in `a scoring thread`. */
  readonly name: string
}

/** Answer of a thread: ready after start-up, done with a job, or an error. */
type Report<Result> =
  | { readonly kind: 'ready' | 'done'; readonly result: Result }
  | { readonly kind: 'failed'; readonly code: string; readonly message: string }

/**
 * Starts all threads or none: if one cannot start, the others are ended.
 *
 * @param count 1 … 256; default: the machine's parallelism
 * @throws RiftlineError `invalid_argument` for the number; `worker_failed` if a thread dies before it is ready
 */
export async function startThreads<Job, Result = undefined>(
  count: number = availableParallelism(),
  script: ThreadScript,
): Promise<readonly Thread<Job, Result>[]> {
  if (!Number.isInteger(count) || count < 1 || count > 256) {
    throw invalidArgument('threads', 'an integer from 1 to 256', count)
  }
  const outcomes = await Promise.allSettled(Array.from({ length: count }, () => startThread<Job, Result>(script)))
  const started = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []))
  const failure = outcomes.find((outcome) => outcome.status === 'rejected')
  if (failure === undefined) return started
  await Promise.all(started.map((thread) => thread.end()))
  throw failure.reason
}

async function startThread<Job, Result>({ script, workerData, name }: ThreadScript): Promise<Thread<Job, Result>> {
  const worker = new Worker(script, { workerData })
  let settle: ((report: Report<Result>) => void) | null = null
  let dead: Report<Result> | null = null

  function tell(report: Report<Result>): void {
    settle?.(report)
    settle = null
  }

  function die(message: string): void {
    dead ??= { kind: 'failed', code: 'worker_failed', message }
    tell(dead)
  }

  worker.on('message', tell)
  worker.on('error', (error) => die(`${name} failed: ${error.message}`))
  worker.on('exit', () => die(`${name} ended`))

  async function answer(): Promise<Result> {
    worker.ref()
    const report = await new Promise<Report<Result>>((resolve) => {
      settle = resolve
      if (dead !== null) tell(dead)
    })
    worker.unref()
    if (report.kind === 'failed') throw new RiftlineError(report.code, report.message)
    return report.result
  }

  await answer()
  return {
    run(job) {
      const done = answer()
      worker.postMessage(job)
      return done
    },
    async end() {
      await worker.terminate()
    },
  }
}

/** Runs each job that the main thread sends to this one; an error goes back with its code. */
export function answerJobs<Job>(work: (job: Job) => unknown): void {
  function report(answer: Report<unknown>): void {
    parentPort?.postMessage(answer)
  }

  parentPort?.on('message', (job: Job) => {
    try {
      report({ kind: 'done', result: work(job) })
    } catch (error) {
      const code = error instanceof RiftlineError ? error.code : 'worker_failed'
      report({ kind: 'failed', code, message: error instanceof Error ? error.message : String(error) })
    }
  })
  report({ kind: 'ready', result: undefined })
}

/** URL of a script beside a module, as a source or as the built file. @param module `import.meta.url` of the module */
export function scriptBeside(module: string, name: string): URL {
  return new URL(`./${name}.${module.endsWith('.ts') ? 'ts' : 'js'}`, module)
}
