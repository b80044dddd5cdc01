import type { Worker } from 'node:worker_threads'
import { nodeFs, startWorker } from '@riftline/base/node'
import { JournalDamage } from './journal-damage.ts'
import { makeSnapshot, type SnapshotTask } from './make-snapshot.ts'

export type MakeSnapshot = (task: SnapshotTask) => Promise<void>

/** Message of the thread when it is done; null without an error. */
export interface SnapshotFailure {
  readonly message: string
  readonly stack: string | undefined
  /** Where the journal is damaged, if that is what went wrong. */
  readonly damage: Pick<JournalDamage, 'file' | 'offset' | 'invariant' | 'reason'> | null
}

/** Makes a snapshot in a thread of its own, so that charges do not wait for it. */
export function snapshotInThread(script: URL = workerScript()): MakeSnapshot {
  return async (task) => {
    const worker = startWorker(script, task)
    if (worker === null) await makeSnapshot(nodeFs, task)
    else await finished(worker)
  }
}

/** Beside this module, as a source or as the built file. */
function workerScript(): URL {
  return new URL(import.meta.url.endsWith('.ts') ? './snapshot-worker.ts' : './snapshot-worker.js', import.meta.url)
}

function finished(worker: Worker): Promise<void> {
  return new Promise((resolve, reject) => {
    worker.once('message', (failure: SnapshotFailure | null) => {
      if (failure === null) return resolve()
      const { message, stack, damage } = failure
      const error =
        damage === null
          ? new Error(message)
          : new JournalDamage(damage.file, damage.offset, damage.invariant, damage.reason)
      reject(Object.assign(error, { stack }))
    })
    worker.once('error', reject)
    worker.once('exit', () => reject(new Error('the snapshot thread ended')))
  })
}
