import { workerData } from 'node:worker_threads'
import { nodeFs } from '@riftline/base/node'
import { makeSnapshot, type SnapshotTask } from './make-snapshot.ts'

// Entry of the snapshot thread. An error reaches the thread that started it.
await makeSnapshot(nodeFs, workerData as SnapshotTask)
