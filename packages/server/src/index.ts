// The whole service: begin here

export { type AppConfig, defaultConfig, type ListenConfig, parseConfig, type ServerConfig } from './config.ts'
export { type RunningServer, type StartOptions, startServer } from './start/start-server.ts'

// Its parts, for a server of your own

export { type App, type AppDeps, createApp } from './app.ts'
export { createLifecycle, type Lifecycle } from './lifecycle.ts'
export { createRateLimiter, type RateLimiter, type RateState } from './limits/rate-limiter.ts'
export { type ListenDeps, type Listening, listen } from './listen.ts'
export { createMetrics } from './observe/create-metrics.ts'
export { type Metrics, noMetrics } from './observe/metrics.ts'
export type { CurrentSchedule } from './schedule/current-schedule.ts'
export { loadServing } from './serving/load-serving.ts'
export {
  type ArtifactsVersion,
  type CurrentServing,
  createServing,
  type LoadedArtifacts,
  type Serving,
  servedBy,
} from './serving/serving.ts'
export { type ShutdownDeps, shutDown } from './shutdown.ts'

// Odds

export { importOdds, maxOddsFileBytes } from './odds/import-odds.ts'
export { createMemoryOddsStore } from './odds/memory-odds-store.ts'
export { type OddsImport, type OddsStore, type OddsStoreOptions, openOddsStore } from './odds/odds-store.ts'

// The contract, whose document is made by `@riftline/server/openapi`

export { type ErrorCode, errorCodes } from './http/error-codes.ts'

// Keys and the ledger behind a configuration

export { createApiKey, isWellFormedApiKey, type NewApiKey } from './auth/api-key.ts'
export { demoCredits } from './start/demo-key.ts'
export { loadPostgres } from './start/load-postgres.ts'
export { openCredits } from './start/open-credits.ts'

// What commands ask a running server

export { sameText as sameToken } from './auth/same-text.ts'
export { type AdministrationMethod, administrationMethods } from './operators/administration.ts'
export { type OperatorToken, operatorProof, readOperatorToken } from './operators/operator-token.ts'
export type { Reloader, ReloadOutcome, ReloadTrigger } from './serving/reload.ts'
