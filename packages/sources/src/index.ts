// The way to foreign services: one polite HTTP client

export type { KnownAnswer, KnownAnswers } from './http/known-answers.ts'
export { createSourceClient, type SourceClient, type SourceClientOptions } from './http/source-client.ts'
export type { SourceHttp, SourceRequest } from './http/source-http.ts'
export type { SourceTime } from './http/source-time.ts'

// Ground: errors

export { SourceError, type SourceErrorOptions, type SourceFault } from './source-error.ts'
