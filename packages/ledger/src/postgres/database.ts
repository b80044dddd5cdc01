import { requireOptions } from '@riftline/base'
import { createSingle, errorFields, type Log, systemTimers, type Timers } from '@riftline/base/node'
import { Pool, type PoolClient, type PoolConfig, types } from 'pg'
import { StorageError } from '../credit-store.ts'
import { ConnectionLost, connectionConfig, cutConnection, NoAnswer, queryInTime, toStorageError } from './connection.ts'

/**
 * Runs one statement as one transaction. Conflicts with other transactions are retried.
 * @throws StorageError; its subclass `ConnectionLost` leaves the outcome unknown
 */
export type Run = <Row extends object>(sql: string, values?: readonly unknown[]) => Promise<readonly Row[]>

/** Database with a pool for each kind of work, so that no kind waits for another. */
export interface Database {
  readonly write: Run
  /** Runs a query on separate connections, so that reading never waits for charges. */
  readonly read: Run
  /** Runs work that no call waits for, such as upkeep and statements, on separate connections, so that it does not slow calls. */
  readonly slow: Run
  /** Returns false once the database stops answering or only reads; writes then fail immediately. */
  isReachable(): boolean
  probe(): Promise<void>
  close(): Promise<void>
}

export interface DatabaseOptions {
  readonly databaseUrl: string
  readonly log: Log
  readonly timers?: Timers
  readonly connections?: { readonly write: number; readonly read: number } | undefined
}

/** Time limits of a statement with its retries and the wait for a connection. The wait for a lock ends sooner. */
const mostMs = { read: 2000, write: 4000, slow: 20_000, probe: 2000 }
/** Interval of probes, which notice a hanging database even without calls. */
const watchMs = 1000
/** Number of probes per probe that commits. It notices a database that still reads but no longer commits. */
const looksToCommit = 2
/** Time to wait for a connection beyond the time of its statement. */
const freeMs = 500
const closeMs = 2000

/** Creates a pool for each kind of work and watches whether the database answers. Connections open when needed. */
export function openDatabase(options: DatabaseOptions): Database {
  requireOptions(options, ['databaseUrl', 'log', 'timers', 'connections'])
  const { databaseUrl, log, timers = systemTimers, connections = { write: 8, read: 3 } } = options
  const pools = {
    write: createPool(databaseUrl, connections.write, mostMs.write),
    read: createPool(databaseUrl, connections.read, mostMs.read),
    slow: createPool(databaseUrl, 2, mostMs.slow),
    probe: createPool(databaseUrl, 1, mostMs.probe),
  }
  const reach = watchReach(pools.probe.pool, log, timers)

  const runOn =
    (kind: 'write' | 'read' | 'slow'): Run =>
    async <Row extends object>(sql: string, values: readonly unknown[] = []) => {
      if (reach.isClosed()) throw new StorageError('the store is closed')
      // A standby answers read-only statements.
      if (!reach.isReachable() && kind === 'write') throw new ConnectionLost('the database cannot be reached')
      try {
        return await queryInTime<Row>(pools[kind].pool, timers, mostMs[kind], sql, values)
      } catch (error) {
        const failure = toStorageError(error)
        if (kind === 'write' && failure instanceof NoAnswer) reach.doubtWrites(failure)
        if (failure instanceof ConnectionLost) void reach.probe()
        throw failure
      }
    }

  return {
    write: runOn('write'),
    read: runOn('read'),
    slow: runOn('slow'),
    isReachable: () => reach.isReachable() && !reach.isClosed(),
    probe: reach.probe,
    async close() {
      if (reach.isClosed()) return
      reach.close()
      await Promise.all(Object.values(pools).map((open) => endPool(open, timers)))
    },
  }
}

/** Watches whether the database answers and writes: every second, and after each lost connection. */
function watchReach(pool: Pool, log: Log, timers: Timers) {
  let reachable = true
  let doubtsWrites = false
  let looksSinceCommit = 0
  let closed = false

  const setReachable = (now: boolean, error?: unknown): void => {
    if (now === reachable || closed) return
    reachable = now
    log(
      now
        ? { level: 'info', event: 'database_reachable' }
        : { level: 'error', event: 'database_unreachable', ...errorFields(toStorageError(error)) },
    )
  }

  /** Probes on a new connection, because one broken connection is no outage; the lack of a new one, or only a standby, is. */
  const probeOnce = async (): Promise<void> => {
    const isDurable = doubtsWrites || looksSinceCommit >= looksToCommit
    if (isDurable) looksSinceCommit = 0
    try {
      const sql = isDurable ? durableProbe : plainProbe
      const [row] = await queryInTime<{ standby: boolean }>(pool, timers, mostMs.probe, sql, [])
      if (row?.standby !== false) throw new Error('the server is a standby')
      if (doubtsWrites && !isDurable) return probeOnce()
      doubtsWrites = false
      setReachable(true)
    } catch (error) {
      // A refusal is an answer too.
      const isAnswer = isDurable && !(toStorageError(error) instanceof ConnectionLost)
      if (isDurable) doubtsWrites = !isAnswer
      setReachable(isAnswer, error)
    }
  }

  const probing = createSingle(probeOnce)

  const stopWatching = timers.every(watchMs, () => {
    looksSinceCommit += 1
    void probing.run()
  })

  return {
    isReachable: () => reachable,
    isClosed: () => closed,
    probe: probing.run,
    /** Reports a write or commit without an answer. A successful read does not prove that the database can write. */
    doubtWrites(failure: StorageError): void {
      doubtsWrites = true
      setReachable(false, failure)
    },
    close(): void {
      closed = true
      stopWatching()
    },
  }
}

const plainProbe = 'SELECT pg_is_in_recovery() AS standby'
/** Statement whose commit waits for the disk, and for a standby if there is one, and writes one message to the write-ahead log. */
const durableProbe = `SELECT pg_is_in_recovery() AS standby,
       CASE WHEN NOT pg_is_in_recovery() THEN pg_logical_emit_message(true, 'riftline', '') END`

type OpenPool = ReturnType<typeof createPool>

/**
 * Creates a pool. Its own limits free the place of a connection that hangs while it opens, but only after `statementMs`, the
 * time limit of a statement, whose error says more.
 */
function createPool(databaseUrl: string, max: number, statementMs: number) {
  const placeMs = statementMs + freeMs
  const config: PoolConfig = {
    ...connectionConfig(databaseUrl, placeMs, placeMs),
    max,
    types: { getTypeParser: getParser as typeof types.getTypeParser },
    onConnect: async (client) => {
      await client.query(session)
    },
  }
  const pool = new Pool(config)
  const open = new Set<PoolClient>()
  // A broken idle connection is replaced at the next use.
  pool.on('error', () => {})
  pool.on('connect', (client) => void open.add(client))
  pool.on('remove', (client) => void open.delete(client))
  return { pool, open }
}

async function endPool({ pool, open }: OpenPool, timers: Timers): Promise<void> {
  const stop = timers.after(closeMs, () => {
    for (const client of open) cutConnection(client)
  })
  await pool.end()
  stop()
}

// Plans of these short statements cost less than compiling them. The wait for a lock ends before this side gives up,
// so that one account's lock neither leaves statements behind nor takes the connections from the others. Commits wait for
// the disk, even if the server's setting changes later, or after a failover.
const session = `
SELECT set_config('jit', 'off', false),
       set_config('lock_timeout', (SELECT CASE WHEN setting::bigint BETWEEN 1 AND 3000 THEN setting ELSE '3000' END
                                     FROM pg_settings WHERE name = 'lock_timeout'), false),
       set_config('synchronous_commit', CASE current_setting('synchronous_commit') WHEN 'remote_apply' THEN 'remote_apply' ELSE 'on' END, false)`

const int8 = 20
const int8Array = 1016

/** Uses the parsers of `pg`, except that bigint becomes a number: ids and credits stay below 2^53. */
function getParser(oid: number, format?: 'text' | 'binary'): (value: string) => unknown {
  if (oid === int8) return Number
  const parse = types.getTypeParser(oid, format as 'text') as (value: string) => unknown
  return oid === int8Array ? (value) => (parse(value) as string[]).map(Number) : parse
}
