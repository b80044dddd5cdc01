import type { Socket } from 'node:net'
import { RiftlineError } from '@riftline/base'
import { systemTimers, type Timers } from '@riftline/base/node'
import { Client, type ClientBase, type ClientConfig, DatabaseError, type Pool, type PoolClient } from 'pg'
import { StorageError } from '../credit-store.ts'

export function connectionConfig(databaseUrl: string, connectMs: number, queryMs: number): ClientConfig {
  const limits = { connectionTimeoutMillis: connectMs, query_timeout: queryMs }
  return { connectionString: databaseUrl, application_name: 'riftline', keepAlive: true, ...limits }
}

/** SQL of a time as milliseconds since 1970, the form of all times outside the database. */
export function ms(time: string): string {
  return `round(extract(epoch FROM ${time}) * 1000)::bigint`
}

const connectMs = 5000
/** Time limit of the slowest work: a migration, or a sum over all charges ever made. */
const longestQueryMs = 600_000
const endMs = 2000

/**
 * Creates a connection for several statements, without opening it. A broken one fails at its next statement.
 * @throws RiftlineError `database_unreachable`
 */
export function createConnection(databaseUrl: string): Client {
  try {
    return new Client(connectionConfig(databaseUrl, connectMs, longestQueryMs)).on('error', () => {})
  } catch (error) {
    // Thrown without a cause, because an error about a URL may contain all of it, including the password.
    const expected = 'expected postgres://user:password@host:port/database'
    throw new RiftlineError('database_unreachable', `DATABASE_URL: ${expected}, got: ${textOf(error)}`)
  }
}

/** Ends a connection, even to a server that hangs. */
export async function endConnection(client: Client): Promise<void> {
  const stop = systemTimers.after(endMs, () => cutConnection(client))
  await client.end().catch(() => {})
  stop()
}

export function cutConnection(client: ClientBase): void {
  ;(client as unknown as { readonly connection: { readonly stream: Socket } }).connection.stream.destroy()
}

const mostTries = 5
/** SQLSTATEs of a conflict between transactions: nothing was done, and a retry may succeed. */
const conflicts = ['40001', '40P01']

/**
 * Runs one statement on a connection of the pool, retries it after a conflict with another transaction, and gives up after
 * `mostMs` in total. A connection with an outstanding answer is closed.
 * @throws NoAnswer; errors of the database and of the connection
 */
export function queryInTime<Row extends object>(
  pool: Pool,
  timers: Timers,
  mostMs: number,
  sql: string,
  values: readonly unknown[],
): Promise<readonly Row[]> {
  return new Promise((resolve, reject) => {
    let client: PoolClient | null = null
    let isOver = false
    const end = (act: () => void, isBroken: boolean): void => {
      if (isOver) return
      isOver = true
      stop()
      client?.release(isBroken)
      client?.off('error', fail)
      act()
    }
    const fail = (error: unknown): void => end(() => reject(error), true)
    // In a process that wakes late, timers are due while answers are still unread; `setImmediate` lets the answers come first.
    const stop = timers.after(mostMs, () => setImmediate(fail, new NoAnswer(`no answer within ${mostMs} ms`)))

    const use = async (connected: PoolClient): Promise<void> => {
      if (isOver) return connected.release()
      client = connected.on('error', fail)
      for (let tries = 1; ; tries++) {
        try {
          const { rows } = await connected.query<Row>(sql, [...values])
          return end(() => resolve(rows), false)
        } catch (error) {
          if (isOver || !conflicts.includes(sqlState(error)) || tries === mostTries) throw error
        }
      }
    }
    pool.connect().then(use).catch(fail)
  })
}

/** Error of a broken connection: whether the statement took effect is unknown. */
export class ConnectionLost extends StorageError {}

/** Error of a database that did not answer in time. A retry would only take longer. */
export class NoAnswer extends ConnectionLost {}

/** Tells whether to retry once, on a new connection, after the connection broke. */
export function isWorthRepeating(error: unknown): boolean {
  return error instanceof ConnectionLost && !(error instanceof NoAnswer)
}

/** Converts a database error for callers of the store, with SQLSTATE and message, which are for operators and their log. */
export function toStorageError(error: unknown): StorageError {
  if (error instanceof StorageError) return error
  const why = reasonOf(error)
  if (isConnectionLoss(error)) return new ConnectionLost(`the database cannot be reached: ${why}`, { cause: error })
  return new StorageError(`the database refused to record: ${why}`, { cause: error })
}

/** Describes an error without its `detail`, which repeats values of rows. */
function reasonOf(error: unknown): string {
  const state = sqlState(error)
  return `${state === '' ? '' : `SQLSTATE ${state}: `}${textOf(error)}`
}

/** Returns the message of an error, or its code: when several addresses fail, Node throws an error without a message. */
export function textOf(error: unknown): string {
  const { message, code } = error as Error & { readonly code?: string }
  return message || String(code)
}

/** SQLSTATE of a database error or of the cause of an error; empty for other errors, whose codes may look similar: `EPIPE`. */
export function sqlState(error: unknown): string {
  const origin = error instanceof StorageError ? error.cause : error
  return (origin instanceof DatabaseError && origin.code) || ''
}

// Broken connection, refused login; then shutdown, crash, startup, too many connections, missing database,
// standby, and a commit whose outcome the server itself does not know.
const lostClasses = ['', '08', '28']
const lostStates = ['57P01', '57P02', '57P03', '57P05', '53300', '3D000', '25006', '40003']

/** Tells whether an error comes from the connection instead of being the server's answer to the statement. */
function isConnectionLoss(error: unknown): boolean {
  const state = sqlState(error)
  return lostClasses.includes(state.slice(0, 2)) || lostStates.includes(state)
}
