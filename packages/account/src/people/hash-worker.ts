import { parentPort } from 'node:worker_threads'
import { yieldCore } from '@riftline/ledger/file'
import { hashNow, type ScryptTask } from './scrypt.ts'

// A thread that hashes passwords, one after the other, at the lowest priority: a hash takes a third of a second of a core.

const lowest = 19

yieldCore(lowest)
parentPort?.on('message', (task: ScryptTask) => parentPort?.postMessage(hashNow(task)))
