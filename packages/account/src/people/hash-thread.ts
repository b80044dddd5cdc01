import type { Worker } from 'node:worker_threads'
import { systemTimers, type Timers } from '@riftline/ledger'
import { startWorker } from '@riftline/ledger/file'
import { hashInPool, type ScryptTask } from './scrypt.ts'

/** Hashes one password at a time. */
export interface HashThread {
  hash(task: ScryptTask): Promise<Uint8Array>
  close(): Promise<void>
}

/** A thread without work ends after this time, and its memory with it. */
const idleMs = 10_000
const threadEnded = 'the thread of passwords ended'

/**
 * An idle task, which starts with the first task and again after it ended. Where none can be started, from
 * sources in tests, Node's pool hashes.
 */
export function createHashThread(timers: Timers = systemTimers, script: URL = workerScript()): HashThread {
  let worker: Worker | null = null
  let stopTimer = (): void => {}
  let settle: { resolve(hash: Uint8Array): void; reject(error: unknown): void } | null = null

  function start(): Worker | null {
    const started = startWorker(script)
    const fail = (error: unknown): void => {
      // After its error it exits, and another may work by then.
      if (worker !== started) return
      worker = null
      settle?.reject(error)
    }
    started?.on('message', (hash: Uint8Array) => settle?.resolve(hash))
    started?.on('error', fail)
    started?.on('exit', () => fail(new Error(threadEnded)))
    return started
  }

  async function end(): Promise<void> {
    stopTimer()
    const ended = worker
    worker = null
    settle?.reject(new Error(threadEnded))
    await ended?.terminate()
  }

  return {
    async hash(task) {
      stopTimer()
      worker ??= start()
      const thread = worker
      if (thread === null) return hashInPool(task)
      // It keeps the process alive only while somebody waits for it.
      thread.ref()
      try {
        return await new Promise((resolve, reject) => {
          settle = { resolve, reject }
          thread.postMessage(task)
        })
      } finally {
        settle = null
        thread.unref()
        stopTimer = timers.after(idleMs, () => void end())
      }
    },
    close: end,
  }
}

/** Beside this module, as a source or as the built file. */
function workerScript(): URL {
  return new URL(import.meta.url.endsWith('.ts') ? './hash-worker.ts' : './hash-worker.js', import.meta.url)
}
