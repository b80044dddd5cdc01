import { Pool, type PoolConfig, types } from 'pg'
import { errorFields, type Log } from '../../observe/log.ts'
import { StorageError } from '../credit-store.ts'
import { connectionConfig } from './connection.ts'
import { ConnectionLost, isConflict, toStorageError } from './failure.ts'

/**
 * Runs one statement, which is one transaction. Conflicts with other transactions are tried again.
 * @throws StorageError, of which `ConnectionLost` leaves the outcome unknown
 */
export type Run = <Row extends object>(sql: string, values?: readonly unknown[]) => Promise<readonly Row[]>

export interface Database {
  readonly write: Run
  /** On connections of its own, so that reading never waits behind charges. */
  readonly read: Run
  isReachable(): boolean
  close(): Promise<void>
}

export interface DatabaseOptions {
  readonly databaseUrl: string
  readonly log: Log
  /** Most connections for writing and for reading. */
  readonly connections?: { readonly write: number; readonly read: number }
}

const mostTries = 5

export function openDatabase({ databaseUrl, log, connections = { write: 8, read: 3 } }: DatabaseOptions): Database {
  const pools = {
    write: createPool(databaseUrl, connections.write),
    read: createPool(databaseUrl, connections.read),
  }
  let reachable = true
  let probing = false
  let closed = false

  const setReachable = (now: boolean, error?: unknown): void => {
    if (now === reachable || closed) return
    reachable = now
    log(
      now
        ? { level: 'info', event: 'database_reachable' }
        : { level: 'error', event: 'database_unreachable', ...errorFields(error) },
    )
  }

  /** One broken connection is no outage; that no new one can be had is, or one to a standby alone. */
  const probe = async (): Promise<void> => {
    if (probing) return
    probing = true
    try {
      const { rows } = await pools.read.query<{ standby: boolean }>('SELECT pg_is_in_recovery() AS standby')
      setReachable(rows[0]?.standby === false, new Error('the server is a standby'))
    } catch (error) {
      setReachable(false, error)
    } finally {
      probing = false
    }
  }

  const runOn =
    (pool: Pool): Run =>
    async <Row extends object>(sql: string, values: readonly unknown[] = []) => {
      if (closed) throw new StorageError('the store is closed')
      for (let tries = 1; ; tries++) {
        try {
          const { rows } = await pool.query<Row>(sql, [...values])
          // A standby answers what only reads.
          if (pool === pools.write) setReachable(true)
          return rows
        } catch (error) {
          if (isConflict(error) && tries < mostTries) continue
          const failure = toStorageError(error)
          if (failure instanceof ConnectionLost) void probe()
          throw failure
        }
      }
    }

  // An idle connection that breaks is replaced at the next use.
  for (const pool of Object.values(pools)) pool.on('error', () => {})
  return {
    write: runOn(pools.write),
    read: runOn(pools.read),
    isReachable: () => reachable && !closed,
    async close() {
      if (closed) return
      closed = true
      await Promise.all([pools.write.end(), pools.read.end()])
    },
  }
}

function createPool(databaseUrl: string, max: number): Pool {
  const config: PoolConfig = {
    ...connectionConfig(databaseUrl),
    max,
    keepAlive: true,
    query_timeout: 20_000,
    types: { getTypeParser: getParser as typeof types.getTypeParser },
    onConnect: async (client) => {
      await client.query(session)
    },
  }
  return new Pool(config)
}

// The plans of these short statements cost less than compiling them. Who waits for a lock gives up before this side does,
// so that one account's lock neither leaves statements behind nor keeps the connections from the others. Commits wait for
// the disk, whatever the server is set to later on, or the one behind it after a failover.
const session = `
SELECT set_config('jit', 'off', false),
       set_config('lock_timeout', CASE current_setting('lock_timeout') WHEN '0' THEN '10s' ELSE current_setting('lock_timeout') END, false),
       set_config('synchronous_commit', CASE current_setting('synchronous_commit') WHEN 'remote_apply' THEN 'remote_apply' ELSE 'on' END, false)`

const int8 = 20
const int8Array = 1016

/** As `pg` reads them, but bigint as numbers: ids and credits stay below 2^53. */
function getParser(oid: number, format?: 'text' | 'binary'): (value: string) => unknown {
  if (oid === int8) return Number
  const parse = types.getTypeParser(oid, format as 'text') as (value: string) => unknown
  return oid === int8Array ? (value) => (parse(value) as string[]).map(Number) : parse
}
