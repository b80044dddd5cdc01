import { parentPort, workerData } from 'node:worker_threads'
import { makeSnapshot, type SnapshotTask } from './make-snapshot.ts'
import { nodeFs } from './node-fs.ts'
import type { SnapshotFailure } from './snapshot-thread.ts'

// The thread of one snapshot.

function report(failure: SnapshotFailure | null): void {
  parentPort?.postMessage(failure)
}

try {
  await makeSnapshot(nodeFs, workerData as SnapshotTask)
  report(null)
} catch (error) {
  const { message, stack } = error instanceof Error ? error : new Error(String(error))
  report({ message, stack })
}
