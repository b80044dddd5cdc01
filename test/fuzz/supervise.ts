import { Worker } from 'node:worker_threads'
import type { Tally } from './tally.ts'
import type { Found, Message, Task } from './worker.ts'

const hangMs = 20_000
const notBegun = -1

/** Registers tsx's loader, which threads do not inherit. */
const bootstrap = `import('tsx/esm/api').then(({ register }) => {
  register()
  return import(${JSON.stringify(new URL('./worker.ts', import.meta.url).href)})
})`

export interface Listener {
  readonly found: (found: Found) => void
  readonly counted: (tally: Tally) => void
}

/** Runs a task in a thread to its end; after a hang or crash, another thread continues with the next number. */
export async function runTask(task: Omit<Task, 'progress'>, listener: Listener): Promise<void> {
  for (let first = task.first; first < task.end; ) {
    const lostAt = await runThread({ ...task, first, progress: new SharedArrayBuffer(8) }, listener)
    first = lostAt === null ? task.end : lostAt + task.step
  }
}

/** Returns null when all numbers were tried, else the number at which the thread was lost. */
function runThread(task: Task, { found, counted }: Listener): Promise<number | null> {
  const current = new Float64Array(task.progress).fill(notBegun)
  const thread = new Worker(bootstrap, {
    eval: true,
    workerData: task,
    resourceLimits: { maxOldGenerationSizeMb: 1024 },
  })
  return new Promise((resolve, reject) => {
    let seen = notBegun
    let since = performance.now()
    const end = (lostAt: number | null) => {
      clearInterval(watch)
      thread.removeAllListeners()
      void thread.terminate().then(() => resolve(lostAt))
    }
    const lose = (report: string) => {
      const number = current[0] as number
      found({ number, report })
      end(number)
    }
    const watch = setInterval(() => {
      const now = current[0] as number
      if (now !== seen) since = performance.now()
      else if (now !== notBegun && performance.now() - since > hangMs) lose(`no end after ${hangMs} ms`)
      seen = now
    }, 500)
    thread.on('error', (error) => {
      clearInterval(watch)
      if (current[0] === notBegun) reject(error)
      else lose(`the thread died: ${error.message}`)
    })
    thread.on('message', (message: Message) => {
      if ('report' in message) {
        found(message)
        return
      }
      counted(message.tally)
      if (message.done) end(null)
    })
  })
}
