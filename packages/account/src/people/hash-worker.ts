import { parentPort } from 'node:worker_threads'
import { becomeIdleTask } from '@riftline/ledger/file'
import { hashNow, type ScryptTask } from './scrypt.ts'

// A thread that hashes passwords, one after the other, when the server leaves it the core: a hash takes a third of a second.

becomeIdleTask()
parentPort?.on('message', (task: ScryptTask) => parentPort?.postMessage(hashNow(task)))
