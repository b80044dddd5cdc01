export { parseSourceCredentials, type SourceCredentials } from './settings/credentials.ts'
export { parseDuration } from './settings/kinds.ts'
export {
  defaultSourceSettings,
  parseSourceSettings,
  type SourceSettings,
  sourceVariables,
} from './settings/settings.ts'
