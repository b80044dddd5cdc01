import { requireOptions } from '@riftline/base'
import { type Clock, createSerial, errorFields, type Fs, type Log, nodeFs } from '@riftline/base/node'
import type { ChangeBatch, ChangeStore } from '../../change.ts'
import { addEntry, beginBook, createChangeListeners, decideBatches, marksWith } from '../change-book.ts'
import { closedChanges } from '../memory-change-store.ts'
import { seqText } from '../seq.ts'
import { createChangeDisk, type LogFolder } from './change-disk.ts'

/** Data folder and dependencies. */
export interface ChangeFilesOptions {
  /** Changes are kept in its folder `changes`. One process at a time may append: the holder of the lock of the ledger there. */
  readonly dataFolder: string
  readonly clock: Pick<Clock, 'now'>
  readonly log: Log
  readonly fs?: Fs
}

/**
 * Opens the log of changes of a data folder. Never rejects. An unfinished write is cut (`changes_cut`). Damage is logged as
 * `changes_damaged`: the log goes on after it, and if its end is damaged, another log begins, with the marks before the damage.
 * A folder that cannot be read is logged as `changes_unreadable` and read again by later calls; until then all cursors are `gone`.
 * @example
 * const store = await openChangeFiles({ dataFolder: './data', clock: systemClock, log: console.log })
 * store.since(store.head()) // => { kind: 'changes', changes: [] }
 */
export async function openChangeFiles(options: ChangeFilesOptions): Promise<ChangeStore> {
  requireOptions(options, ['dataFolder', 'clock', 'log', 'fs'])
  const { dataFolder, clock, log, fs = nodeFs } = options
  const disk = createChangeDisk(fs, dataFolder, log)
  const inTurn = createSerial()
  const listeners = createChangeListeners(log)
  let book = beginBook(0, clock.now())
  let folder: LogFolder | null = null
  let isReadable = true
  let isClosed = false

  /** Reads and mends the folder, unless it is in memory. Rejects with errors of the disk. */
  async function opened(): Promise<LogFolder> {
    if (folder !== null && (await disk.settle())) return folder
    folder = null
    const found = await disk.open(clock.now())
    const before = book.log
    book = found.book
    folder = found
    await disk.removeOld(found, clock.now())
    // Another process may have written here while this one was stopped.
    const news = book.log.since(seqText(before.head(), before.id))
    if (news.kind === 'changes') listeners.call(news.changes)
    return found
  }

  async function append(batches: readonly ChangeBatch[]): Promise<readonly boolean[]> {
    let to = await opened()
    if (!(await disk.isUnchanged(to))) {
      folder = null
      to = await opened()
    }
    const nowMs = clock.now()
    const { kept, entry } = decideBatches(to.book, batches, nowMs)
    if (entry === null) return kept
    await disk.write(to, entry, nowMs)
    addEntry(to.book, entry, nowMs)
    listeners.call(entry.changes)
    await disk.removeOld(to, nowMs)
    return kept
  }

  async function read(): Promise<void> {
    try {
      await opened()
      isReadable = true
    } catch (error) {
      if (isReadable) log({ level: 'error', event: 'changes_unreadable', folder: disk.path, ...errorFields(error) })
      isReadable = false
      throw error
    }
  }
  await inTurn(read).catch(() => {})
  const whileOpen = <T>(task: () => Promise<T>): Promise<T> =>
    inTurn(async () => {
      if (isClosed) throw closedChanges()
      await read()
      return task()
    })
  return {
    head: () => seqText(book.log.head(), book.log.id),
    since: (since, most) => book.log.since(since, most),
    marks: (prefix) => whileOpen(async () => marksWith(book.marks, prefix)),
    append: (batches) => whileOpen(() => append(batches)),
    onChanges: listeners.add,
    close: () =>
      inTurn(async () => {
        isClosed = true
      }),
  }
}
