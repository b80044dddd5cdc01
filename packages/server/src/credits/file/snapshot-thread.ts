import { Worker } from 'node:worker_threads'
import { makeSnapshot, type SnapshotTask } from './make-snapshot.ts'
import { nodeFs } from './node-fs.ts'

export type MakeSnapshot = (task: SnapshotTask) => Promise<void>

/** What the thread says when it is done; null: without an error. */
export interface SnapshotFailure {
  readonly message: string
  readonly stack: string | undefined
}

/** Makes a snapshot in a thread of its own, so that charges do not wait for it. */
export function snapshotInThread(script: URL = workerScript()): MakeSnapshot {
  return async (task) => {
    try {
      await runThread(script, task)
    } catch (error) {
      // Node 20 starts no thread from TypeScript unless a loader is there, as with tsx.
      if ((error as NodeJS.ErrnoException).code !== 'ERR_UNKNOWN_FILE_EXTENSION') throw error
      await makeSnapshot(nodeFs, task)
    }
  }
}

function runThread(script: URL, task: SnapshotTask): Promise<void> {
  const worker = new Worker(script, { workerData: task })
  return new Promise((resolve, reject) => {
    worker.once('message', (failure: SnapshotFailure | null) => {
      if (failure === null) resolve()
      else reject(Object.assign(new Error(failure.message), { stack: failure.stack }))
    })
    worker.once('error', reject)
    worker.once('exit', () => reject(new Error('the snapshot thread ended')))
  })
}

/** Beside this module, as a source or as the built file. */
function workerScript(): URL {
  return new URL(import.meta.url.endsWith('.ts') ? './snapshot-worker.ts' : './snapshot-worker.js', import.meta.url)
}
