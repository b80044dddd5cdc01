// The whole service, which most programs need

export {
  type AppConfig,
  apiKeyVariable,
  defaultConfig,
  type ListenConfig,
  parseConfig,
  type ServerConfig,
} from './config.ts'
export { type RunningServer, type StartOptions, startServer } from './start/start-server.ts'

// Parts of the service, to build another server from

export { type App, type AppDeps, createApp } from './app.ts'
export { closeServer, createLifecycle, type Lifecycle, type ShutdownDeps, shutDown } from './lifecycle.ts'
export { createRateLimiter, type RateLimiter, type RateState } from './limits/rate-limiter.ts'
export { type ListenDeps, type Listening, listen, listenOrGiveWay } from './listen.ts'
export { createMetrics, type Metrics, noMetrics } from './observe/metrics.ts'
export type { CurrentSchedule } from './serving/reload.ts'
export {
  type ArtifactsVersion,
  type CurrentServing,
  createServing,
  type LoadedArtifacts,
  loadServing,
  type Serving,
  servedBy,
} from './serving/serving.ts'

// A further port of the same process

export {
  type AdmissionDeps,
  type Admit,
  createAdmission,
  type GiveWayDeps,
  giveWay,
  type Visit,
} from './http/admission.ts'
export type { InProcessAnswer, InProcessCall } from './http/call-in-process.ts'

// Answers of the routes without a running server

export { type LocalAnswer, type LocalApi, openLocalApi } from './local/local-api.ts'
export type { LocalRequest } from './router.ts'

// The contract; `@riftline/server/openapi` makes its document

export { type ErrorCode, errorCodes } from './http/http-error.ts'

// Keys, and the ledger of a configuration

export {
  apiKeyId,
  apiKeyPrefix,
  createApiKey,
  hashApiKey,
  isWellFormedApiKey,
  type NewApiKey,
  sameText as sameToken,
} from './auth/api-key.ts'
export { prices } from './charging/prices.ts'
export { demoCredits, demoName, loadPostgres, type OpenFeed, openCredits } from './start/open-credits.ts'

// Calls from commands to a running server

export {
  type AdministrationMethod,
  administrationMethods,
  type OperatorCalls,
} from './operators/administration-routes.ts'
export { type OperatorToken, operatorProof, readOperatorToken } from './operators/open-operators.ts'
export type { Reloader, ReloadOutcome, ReloadTrigger } from './serving/reload.ts'
