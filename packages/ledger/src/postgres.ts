// Ledger in PostgreSQL: several processes on one database

export { importIntoDatabase } from './postgres/import-ledger.ts'
export { type PostgresReport, verifyPostgresLedger } from './postgres/migrate.ts'
export { openPostgresStore, type PostgresStore, type PostgresStoreOptions } from './postgres/postgres-store.ts'
export { databaseContent } from './postgres/transaction-content.ts'

// Database access for other tables, such as the server's rate limit

export { createCollector } from './postgres/collector.ts'
export { type Database, openDatabase, type Run } from './postgres/database.ts'
export { type DatabaseListener, type ListenOptions, listenInDatabase } from './postgres/listen-in-database.ts'
export { prepareDatabase } from './postgres/migrate.ts'
export { prepareTables, type SideTables } from './postgres/prepare-tables.ts'
