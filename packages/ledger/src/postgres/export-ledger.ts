import type { ContentLine } from '../document/ledger-document.ts'
import { createConnection, endConnection } from './connection.ts'
import { toStorageError } from './failure.ts'
import { transactionContent } from './transaction-content.ts'

/** Lines of a ledger's document between header and trailer, as the database had them at one moment. */
export async function* databaseContent(databaseUrl: string, at: Date): AsyncIterable<ContentLine> {
  const client = createConnection(databaseUrl)
  try {
    await client.connect()
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
    yield* transactionContent(client, at)
  } catch (error) {
    throw toStorageError(error)
  } finally {
    await endConnection(client)
  }
}
