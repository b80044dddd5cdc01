import type { Socket } from 'node:net'
import { RiftlineError } from '@riftline/base'
import { systemTimers } from '@riftline/base/node'
import { Client, type ClientBase, type ClientConfig } from 'pg'

/** Settings of every connection to the database. */
export function connectionConfig(databaseUrl: string, connectMs: number, queryMs: number): ClientConfig {
  const limits = { connectionTimeoutMillis: connectMs, query_timeout: queryMs }
  return { connectionString: databaseUrl, application_name: 'riftline', keepAlive: true, ...limits }
}

const connectMs = 5000
/** A change of tables, or a sum over all charges that there ever were. */
const longestQueryMs = 600_000
/** Time that a server has to close a connection. */
const endMs = 2000

/**
 * A connection of its own, not yet made, for work that is no single statement. A broken one fails at its next
 * statement.
 *
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

/** Closes the socket without telling the server. */
export function cutConnection(client: ClientBase): void {
  ;(client as unknown as { readonly connection: { readonly stream: Socket } }).connection.stream.destroy()
}
