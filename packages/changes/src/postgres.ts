// Log of changes in PostgreSQL: several processes on one database

export { type ChangeDatabaseOptions, openChangeDatabase } from './store/postgres/open-change-database.ts'
