import { parentPort, workerData } from 'node:worker_threads'
import { nodeFs } from '@riftline/base/node'
import { makeSnapshot, type SnapshotFailure, type SnapshotTask } from './make-snapshot.ts'
import { JournalDamage } from './read-segment.ts'

// The thread of one snapshot.

function report(failure: SnapshotFailure | null): void {
  parentPort?.postMessage(failure)
}

/** A message between threads carries plain data. */
function placeOf({ file, offset, invariant, reason }: JournalDamage): SnapshotFailure['damage'] {
  return { file, offset, invariant, reason }
}

try {
  await makeSnapshot(nodeFs, workerData as SnapshotTask)
  report(null)
} catch (error) {
  const { message, stack } = error instanceof Error ? error : new Error(String(error))
  report({ message, stack, damage: error instanceof JournalDamage ? placeOf(error) : null })
}
