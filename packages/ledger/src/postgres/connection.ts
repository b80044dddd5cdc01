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
/** A change of tables, or a sum over all charges that there ever were. */
const longestQueryMs = 600_000
const endMs = 2000

/**
 * A connection for more than one statement, not yet made. A broken one fails at its next statement.
 * @throws RiftlineError `database_unreachable`
 */
export function createConnection(databaseUrl: string): Client {
  try {
    return new Client(connectionConfig(databaseUrl, connectMs, longestQueryMs)).on('error', () => {})
  } catch (error) {
    // No cause: the error of a URL may carry all of it, the password included.
    const expected = 'expected postgres://user:password@host:port/database'
    const got = error instanceof Error ? error.message : 'no text'
    throw new RiftlineError('database_unreachable', `DATABASE_URL: ${expected}, got: ${got}`)
  }
}

/** Ends a connection, also to a server that hangs. */
export async function endConnection(client: Client): Promise<void> {
  const stop = systemTimers.after(endMs, () => cutConnection(client))
  await client.end().catch(() => {})
  stop()
}

export function cutConnection(client: ClientBase): void {
  ;(client as unknown as { readonly connection: { readonly stream: Socket } }).connection.stream.destroy()
}

const mostTries = 5
/** Two transactions conflicted: nothing was done, and the same statement may succeed now. */
const conflicts = ['40001', '40P01']

/**
 * Runs one statement on a connection of the pool, again if it conflicts with another transaction, and gives up after
 * `mostMs` in all. A connection that owes an answer is closed.
 * @throws NoAnswer; the errors of the database and of the connection
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
    // A process that wakes late finds its timers due and the answers still unread: those come first.
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

/** The connection broke: whether the statement had its effect is unknown. */
export class ConnectionLost extends StorageError {}

/** The database did not answer in time. To ask it again would only take longer. */
export class NoAnswer extends ConnectionLost {}

/** Whether to ask once more: the connection broke, and a new one may be made. */
export function isWorthRepeating(error: unknown): boolean {
  return error instanceof ConnectionLost && !(error instanceof NoAnswer)
}

/** A database's error as callers of the store see it: with SQLSTATE and message, which are for operators and their log. */
export function toStorageError(error: unknown): StorageError {
  if (error instanceof StorageError) return error
  const why = reasonOf(error)
  if (isConnectionLoss(error)) return new ConnectionLost(`the database cannot be reached: ${why}`, { cause: error })
  return new StorageError(`the database refused to record: ${why}`, { cause: error })
}

/** Without `detail`, which repeats values of rows. */
function reasonOf(error: unknown): string {
  const state = sqlState(error)
  if (!(error instanceof Error)) return String(error)
  // Node tells of several addresses by an error without a message.
  const { message, code, name }: Error & { readonly code?: string } = error
  return `${state === '' ? '' : `SQLSTATE ${state}: `}${message || code || name}`
}

/** SQLSTATE of a database's error or of what it caused; empty for others, whose codes may look alike: `EPIPE`. */
export function sqlState(error: unknown): string {
  const origin = error instanceof StorageError ? error.cause : error
  return origin instanceof DatabaseError ? (origin.code ?? '') : ''
}

// A connection that breaks, a login that is refused; then shutdown, crash, start, too many connections, a database that
// is gone, a standby, and a commit of which the server itself does not know.
const lostClasses = ['', '08', '28']
const lostStates = ['57P01', '57P02', '57P03', '57P05', '53300', '3D000', '25006', '40003']

/** An error that is not the server's answer to the statement comes from the connection. */
function isConnectionLoss(error: unknown): boolean {
  const state = sqlState(error)
  return lostClasses.includes(state.slice(0, 2)) || lostStates.includes(state)
}
