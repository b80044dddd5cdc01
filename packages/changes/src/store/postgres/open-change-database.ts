import { requireOptions } from '@riftline/base'
import {
  type Clock,
  createSerial,
  errorFields,
  type Log,
  systemClock,
  systemTimers,
  type Timers,
} from '@riftline/base/node'
import { listenInDatabase, openDatabase, prepareDatabase, prepareTables } from '@riftline/ledger/postgres'
import type { ChangeBatch, ChangeStore } from '../../change.ts'
import { beginBook, createChangeListeners } from '../change-book.ts'
import { keptForMs, mostKept } from '../change-log.ts'
import { closedChanges } from '../memory-change-store.ts'
import { seqText } from '../seq.ts'
import { createChangeMirror } from './change-mirror.ts'
import {
  appendSql,
  batchesJson,
  changeChannel,
  changeTables,
  fromColumn,
  marksSql,
  pruneSql,
  toColumn,
} from './change-tables.ts'

/** Database and dependencies. */
export interface ChangeDatabaseOptions {
  readonly databaseUrl: string
  readonly log: Log
  readonly timers?: Timers
  readonly clock?: Clock
}

/** Interval of looks for new changes, for connections that hear no notification. */
const lookMs = 1000
const pruneMs = 3_600_000
/** Number of own changes after which old ones are removed before their time. */
const pruneAfter = 5000

/**
 * Opens the log of changes in PostgreSQL, beside the ledger's tables, for several processes on one database. Each has the newest
 * changes in memory, notified by LISTEN and NOTIFY, and looks each second as well. Never rejects: a database that cannot be read is
 * logged as `changes_unreadable` and tried again; until it was read once, all cursors are `gone`.
 * @example
 * const store = await openChangeDatabase({ databaseUrl: 'postgres://riftline@localhost/riftline', log: console.log })
 */
export async function openChangeDatabase(options: ChangeDatabaseOptions): Promise<ChangeStore> {
  requireOptions(options, ['databaseUrl', 'log', 'timers', 'clock'])
  const { databaseUrl, log, timers = systemTimers, clock = systemClock } = options
  const database = openDatabase({ databaseUrl, log, timers, connections: { write: 1, read: 1 } })
  const listeners = createChangeListeners(log)
  const mirror = createChangeMirror(database, clock, beginBook(0, clock.now()).log, listeners.call)
  const inTurn = createSerial()
  let isPrepared = false
  let isReadable = true
  let isClosed = false
  let sincePruned = 0
  let waiting: Promise<void> | null = null

  async function prepare(): Promise<void> {
    if (isClosed) throw closedChanges()
    if (isPrepared) return
    await prepareDatabase(databaseUrl)
    await prepareTables(database, changeTables)
    isPrepared = true
  }

  /** Reads what is new. A call while another one reads waits for one further reading, so that it misses nothing. */
  function catchUp(): Promise<void> {
    waiting ??= inTurn(async () => {
      waiting = null
      if (isClosed) return
      try {
        await prepare()
        await mirror.readNewer()
        isReadable = true
      } catch (error) {
        if (isReadable && !isClosed) log({ level: 'error', event: 'changes_unreadable', ...errorFields(error) })
        isReadable = false
      }
    })
    return waiting
  }

  async function append(batches: readonly ChangeBatch[]): Promise<readonly boolean[]> {
    await prepare()
    const [row] = await database.write<{ kept: readonly boolean[] }>(appendSql, [batchesJson(batches)])
    const kept = row?.kept ?? []
    await catchUp()
    for (const [index, batch] of batches.entries()) if (kept[index]) sincePruned += batch.changes.length
    if (sincePruned > pruneAfter) void prune()
    return kept
  }

  async function prune(): Promise<void> {
    sincePruned = 0
    try {
      await prepare()
      await database.slow(pruneSql, [mostKept, keptForMs])
    } catch (error) {
      if (!isClosed) log({ level: 'warn', event: 'changes_not_removed', ...errorFields(error) })
    }
  }

  await catchUp()
  void prune()
  const stops = [timers.every(lookMs, () => void catchUp()), timers.every(pruneMs, () => void prune())]
  const listener = listenInDatabase({ databaseUrl, channel: changeChannel, onNotice: () => void catchUp(), timers })
  return {
    head: () => seqText(mirror.log().head(), mirror.log().id),
    since: (since, most) => mirror.log().since(since, most, mirror.latest()),
    async marks(prefix) {
      await prepare()
      const rows = await database.read<{ key: string; value: string }>(marksSql, [toColumn(prefix)])
      return new Map(rows.map(({ key, value }) => [fromColumn(key), fromColumn(value)]))
    },
    append,
    onChanges: listeners.add,
    async close() {
      isClosed = true
      for (const stop of stops) stop()
      await listener.close()
      await inTurn(async () => {})
      await database.close()
    },
  }
}
