import type { Worker } from 'node:worker_threads'
import { startWorker, systemTimers, type Timers } from '@riftline/base/node'
import { hashInPool, type ScryptTask } from './scrypt.ts'

/** Hashes one password at a time. */
export interface HashThread {
  hash(task: ScryptTask): Promise<Uint8Array>
  close(): Promise<void>
}

/** A task as the thread gets it. */
export interface ThreadTask extends ScryptTask {
  readonly becomesIdleTask: boolean
}

/** A thread without work ends after this time, and its memory with it. */
const idleMs = 10_000

/** How long a hash may wait as an idle task, and for how long no other does after one waited in vain. */
const patienceMs = 10_000
const impatienceMs = 60_000
const threadEnded = 'the thread of passwords ended'

export interface HashThreadOptions {
  readonly timers?: Timers
  /** Whether the server has so much to do that a hash has to wait for it. */
  readonly isBusy?: () => boolean
  readonly script?: URL
}

/**
 * Starts with the first task and again after it ended. Beside a busy server the thread is an idle task, which runs when no other wants the
 * core; beside others it is not. On a machine that others keep busy an idle task may wait for minutes: after ten seconds Node's pool
 * hashes instead, as it does where no thread can be started, from sources in tests.
 */
export function createHashThread({
  timers = systemTimers,
  isBusy = () => false,
  script = workerScript(),
}: HashThreadOptions = {}): HashThread {
  let worker: Worker | null = null
  /** Threads become idle tasks once and for all. */
  let isIdleTask = false
  let isImpatient = false
  let stopTimer = (): void => {}
  let settle: { resolve(hash: Uint8Array): void; reject(error: unknown): void } | null = null

  function setTimer(milliseconds: number, act: () => void): void {
    stopTimer()
    stopTimer = timers.after(milliseconds, act)
  }

  function start(): Worker | null {
    const started = startWorker(script)
    isIdleTask = false
    const fail = (error: unknown): void => {
      // After its error it exits, and another may work by then.
      if (worker !== started) return
      worker = null
      settle?.reject(error)
    }
    // A thread that was given up may have sent its hash before it ended: that is not what the next one waits for.
    started?.on('message', (hash: Uint8Array) => {
      if (worker === started) settle?.resolve(hash)
    })
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

  /** What the idle task worked at is done by the pool; the thread ends when it comes to its turn. */
  function hashAtOnce(task: ScryptTask): void {
    isImpatient = true
    timers.after(impatienceMs, () => {
      isImpatient = false
    })
    const waiting = settle
    settle = null
    void end()
    hashInPool(task).then(waiting?.resolve, waiting?.reject)
  }

  return {
    async hash(task) {
      stopTimer()
      const givesWay = !isImpatient && isBusy()
      if (isIdleTask && !givesWay) await end()
      worker ??= start()
      const thread = worker
      if (thread === null) return hashInPool(task)
      // It keeps the process alive only while somebody waits for it.
      thread.ref()
      try {
        return await new Promise((resolve, reject) => {
          settle = { resolve, reject }
          thread.postMessage({ ...task, becomesIdleTask: givesWay && !isIdleTask })
          isIdleTask ||= givesWay
          if (isIdleTask) setTimer(patienceMs, () => hashAtOnce(task))
        })
      } finally {
        settle = null
        thread.unref()
        setTimer(idleMs, () => void end())
      }
    },
    close: end,
  }
}

/** Beside this module, as a source or as the built file. */
function workerScript(): URL {
  return new URL(import.meta.url.endsWith('.ts') ? './hash-worker.ts' : './hash-worker.js', import.meta.url)
}
