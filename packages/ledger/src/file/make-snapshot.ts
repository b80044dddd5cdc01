import type { Worker } from 'node:worker_threads'
import { type Fs, nodeFs } from '@riftline/base/node'
import { applyRecord } from '../rules/apply-record.ts'
import { assertInvariants, JournalDamage } from './journal-damage.ts'
import { assertHolder, fence } from './lock-file.ts'
import { checkFirst } from './read-journal.ts'
import { readSegment } from './read-segment.ts'
import { deleteOld, firstToKeep } from './retention.ts'
import { type SegmentName, segmentsAmong } from './segment-writer.ts'
import { loadSnapshot, writeLedgerSnapshot } from './snapshot-file.ts'

export interface SnapshotTask {
  readonly folder: string
  /** The last record of a sealed segment. */
  readonly upTo: number
  /** The token of the lock's holder: the thread of a server that was taken over must not go on. */
  readonly holder: string
}

/**
 * Makes a snapshot from the one before it and the sealed segments since, so that charges do not pause and the journal
 * is checked once more. Then deletes old files. @throws JournalDamage
 */
export async function makeSnapshot(disk: Fs, { folder, upTo, holder }: SnapshotTask): Promise<void> {
  const fs = fence(disk, () => assertHolder(disk, folder, holder))
  const entries = await fs.list(folder)
  const before = await loadSnapshot(fs, folder, entries)
  if (before.position.q >= upTo) return
  const segments = segmentsAmong(entries)
  checkFirst(folder, segments, before.keepFrom)
  const { state } = before
  let { position } = before
  let sealed: SegmentName | null = null
  for (const segment of segments) {
    if (segment.first <= before.position.q || segment.first > upTo) continue
    const read = await readSegment({ fs, folder, segment, after: position, isLast: false }, (record) =>
      applyRecord(state, record),
    )
    position = read.position
    sealed = segment
  }
  if (sealed === null || position.q !== upTo)
    throw new Error(`sealed segments end at record ${position.q}, expected ${upTo}`)
  assertInvariants(state, `${folder}/${sealed.name}`)
  const coveredTo = before.snapshot === null ? 0 : before.position.q
  const keepFrom = await firstToKeep(fs, folder, segments, coveredTo, state.lastAt)
  const size = await fs.size(`${folder}/${sealed.name}`)
  await writeLedgerSnapshot(fs, folder, { position, keepFrom, sealed: { name: sealed.name, size } }, state, holder)
  await deleteOld(fs, folder, segments, keepFrom, [upTo, before.position.q])
}

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
    const worker = await startWorker(script, task)
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

/**
 * Null: no thread can be started. Node 20 starts none from TypeScript: a thread of sources run by tsx registers tsx
 * again, and other loaders of sources, as in tests, have none. Few processes make a snapshot, so modules are loaded
 * here.
 */
async function startWorker(script: URL, workerData: unknown): Promise<Worker | null> {
  const { Worker } = await import('node:worker_threads')
  if (!script.pathname.endsWith('.ts')) return new Worker(script, { workerData })
  const { execArgv } = await import('node:process')
  if (!execArgv.some((argument) => argument.includes('/tsx/'))) return null
  const [loader, source] = [import.meta.resolve('tsx/esm/api'), script.href].map((url) => JSON.stringify(url))
  const code = `import(${loader}).then((tsx) => { tsx.register(); return import(${source}) })`
  return new Worker(code, { eval: true, workerData })
}
