export type { SourceHttp, SourceRequest } from './http/source-http.ts'
export { SourceError, type SourceFault } from './source-error.ts'
