import { RiftlineError } from '@riftline/core'
import { Client, type ClientConfig } from 'pg'

/** What all connections to the database have in common. */
export function connectionConfig(databaseUrl: string): ClientConfig {
  return { connectionString: databaseUrl, application_name: 'riftline', connectionTimeoutMillis: 10_000 }
}

/**
 * A connection of its own, not yet made, for work that is no single statement. One that breaks tells of it at its next
 * statement.
 *
 * @throws RiftlineError `database_unreachable`
 */
export function createConnection(databaseUrl: string): Client {
  try {
    return new Client(connectionConfig(databaseUrl)).on('error', () => {})
  } catch (error) {
    // No cause: the error of a URL may carry all of it, the password included.
    const expected = 'expected postgres://user:password@host:port/database'
    const got = error instanceof Error ? error.message : 'no text'
    throw new RiftlineError('database_unreachable', `DATABASE_URL: ${expected}, got: ${got}`)
  }
}
