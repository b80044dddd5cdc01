import { execArgv } from 'node:process'
import { Worker } from 'node:worker_threads'

/**
 * Starts a thread from a script, a source or a built file. Node 20 starts none from TypeScript: where sources run through
 * tsx, the thread has to ask for it once more; where something else loads them, as in tests, there is none (null).
 */
export function startWorker(script: URL, workerData?: unknown): Worker | null {
  if (!script.pathname.endsWith('.ts')) return new Worker(script, { workerData })
  if (!execArgv.some((argument) => argument.includes('/tsx/'))) return null
  const [loader, source] = [import.meta.resolve('tsx/esm/api'), script.href].map((url) => JSON.stringify(url))
  const code = `import(${loader}).then((tsx) => { tsx.register(); return import(${source}) })`
  return new Worker(code, { eval: true, workerData })
}

/** Runs tasks one after the other, in order; one that fails does not stop the next. */
export type Serial = <T>(task: () => Promise<T>) => Promise<T>

/** A queue of its own: what else runs is not waited for. */
export function createSerial(): Serial {
  let last: Promise<unknown> = Promise.resolve()
  return (task) => {
    const run = last.then(task)
    last = run.catch(() => {})
    return run
  }
}
