import { parentPort } from 'node:worker_threads'
import { becomeIdleTask } from '@riftline/ledger/file'
import type { ThreadTask } from './hash-thread.ts'
import { hashNow } from './scrypt.ts'

// A thread that hashes passwords, one after the other: each takes a third of a second of a core.

parentPort?.on('message', (task: ThreadTask) => {
  if (task.becomesIdleTask) becomeIdleTask()
  parentPort?.postMessage(hashNow(task))
})
