export { parseSourceCredentials, type SourceCredentials } from './settings/credentials.ts'
export { parseDuration, parseNames } from './settings/kinds.ts'
export {
  defaultSourceSettings,
  type MarketSource,
  marketSources,
  parseSourceSettings,
  type SourceSettings,
  sourceVariables,
} from './settings/settings.ts'
