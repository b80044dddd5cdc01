export { parseSourceCredentials, type SourceCredentials } from './settings/credentials.ts'
export { parseDuration, parseNames } from './settings/kinds.ts'
export { type MarketSource, marketSources } from './settings/market-sources.ts'
export {
  defaultSourceSettings,
  parseSourceSettings,
  type SourceSettings,
  sourceVariables,
} from './settings/settings.ts'
