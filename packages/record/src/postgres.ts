// Kept forecasts in PostgreSQL: several processes on one database

export { type KeptDatabaseOptions, openKeptDatabase, verifyKeptDatabase } from './kept/postgres/open-kept-database.ts'
