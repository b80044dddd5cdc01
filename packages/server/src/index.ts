export { type App, type AppDeps, createApp } from './app.ts'
export { createApiKey, isWellFormedApiKey, type NewApiKey } from './auth/api-key.ts'
export type { RandomBytes } from './auth/base62.ts'
export { type Clock, systemClock, toUtc } from './clock.ts'
export { type AppConfig, defaultConfig, type ListenConfig, parseConfig, type ServerConfig } from './config.ts'
export { type AdministrationMethod, administrationMethods } from './contract/administration.ts'
export { createOpenApi, type OpenApiDocument } from './contract/openapi.ts'
export type {
  Account,
  AccountAdministration,
  ApiKey,
  CreditStore,
  NewGrant,
  StandingGrant,
  StatementLine,
  Usage,
} from './credits/credit-store.ts'
export { StorageError } from './credits/credit-store.ts'
export { type FileStoreOptions, openFileStore } from './credits/file/file-store.ts'
export type { Fs } from './credits/file/fs.ts'
export { importIntoFiles } from './credits/file/import-ledger.ts'
export { nodeFs } from './credits/file/node-fs.ts'
export { readAccounts } from './credits/file/read-accounts.ts'
export { type LedgerView, readLedger } from './credits/file/read-ledger.ts'
export { systemTimers, type Timers } from './credits/file/timers.ts'
export { type LedgerReport, type LedgerViolation, verifyLedger } from './credits/file/verify-ledger.ts'
export { ledgerContent } from './credits/ledger-content.ts'
export type { ContentLine } from './credits/ledger-document.ts'
export { exportLedger } from './credits/ledger-export.ts'
export { type LedgerImport, parseExport } from './credits/ledger-import.ts'
export { createMemoryStore, type StoreOptions } from './credits/memory-store.ts'
export { databaseContent } from './credits/postgres/export-ledger.ts'
export { importIntoDatabase } from './credits/postgres/import-ledger.ts'
export { openPostgresStore, type PostgresStore, type PostgresStoreOptions } from './credits/postgres/postgres-store.ts'
export { type PostgresReport, verifyPostgresLedger } from './credits/postgres/verify.ts'
export { type ErrorCode, errorCodes } from './http/error-codes.ts'
export { createLifecycle, type Lifecycle } from './lifecycle.ts'
export { type EventLoopLag, watchEventLoop } from './limits/event-loop-lag.ts'
export {
  openPostgresRateLimiter,
  type PostgresRateLimiter,
  type PostgresRateLimiterOptions,
} from './limits/postgres-rate-limiter.ts'
export { createRateLimiter, type RateLimiter, type RateState } from './limits/rate-limiter.ts'
export { type ListenDeps, type Listening, listen } from './listen.ts'
export { createMetrics } from './observe/create-metrics.ts'
export { type Log, type LogEntry, silentLog } from './observe/log.ts'
export { type Metrics, noMetrics } from './observe/metrics.ts'
export { type OddsFeed, type OddsFeedOptions, startOddsFeed } from './odds/feed.ts'
export { type FeedSource, openFeedSource } from './odds/feed-source.ts'
export { importOdds, maxOddsFileBytes } from './odds/import-odds.ts'
export { createMemoryOddsStore } from './odds/memory-odds-store.ts'
export { type OddsImport, type OddsStore, type OddsStoreOptions, openOddsStore } from './odds/odds-store.ts'
export { type OpenOperatorsDeps, type Operators, openOperators, reachable } from './operators/open-operators.ts'
export { type OperatorToken, operatorProof, readOperatorToken, sameToken } from './operators/operator-token.ts'
export { folderIdentity } from './serving/folder-identity.ts'
export { type ArtifactsVersion, type LoadedServing, loadServing } from './serving/load-serving.ts'
export { createReloader, type Reloader, type ReloadOutcome, type ReloadTrigger } from './serving/reload.ts'
export { createServing, type Served, type Serving, type ServingHolder, servedBy } from './serving/serving.ts'
export { watchArtifacts } from './serving/watch-artifacts.ts'
export { type ShutdownDeps, shutDown } from './shutdown.ts'
