import { Worker } from 'node:worker_threads'
import { RiftlineError } from '@riftline/base'
import type { Job, Report, WorkerModel } from './job.ts'

/** One worker thread of a pool; it does not keep the process alive while it waits. */
export interface Thread {
  /** Resolves when this thread finds no more rows to take. @throws RiftlineError what the evaluator threw, or `worker_failed` */
  run(job: Job): Promise<void>
  end(): Promise<void>
}

/** @throws RiftlineError `worker_failed` when the thread dies before it is ready */
export async function startThread(script: URL, model: WorkerModel): Promise<Thread> {
  const worker = new Worker(script, { workerData: model })
  let settle: ((report: Report) => void) | null = null
  let dead: Report | null = null

  function tell(report: Report): void {
    settle?.(report)
    settle = null
  }

  function die(message: string): void {
    dead ??= { kind: 'failed', code: 'worker_failed', message }
    tell(dead)
  }

  worker.on('message', tell)
  worker.on('error', (error) => die(`a scoring thread failed: ${error.message}`))
  worker.on('exit', () => die('a scoring thread ended'))

  async function answer(): Promise<void> {
    worker.ref()
    const report = await new Promise<Report>((resolve) => {
      settle = resolve
      if (dead !== null) tell(dead)
    })
    worker.unref()
    if (report.kind === 'failed') throw new RiftlineError(report.code, report.message)
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
