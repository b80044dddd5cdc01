import { workerData } from 'node:worker_threads'
import { nodeFs } from '@riftline/base/node'
import { makeSnapshot, type SnapshotTask } from './make-snapshot.ts'

// The thread of one snapshot: an error that it throws reaches the thread that started it.
await makeSnapshot(nodeFs, workerData as SnapshotTask)
