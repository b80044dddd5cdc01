export { parseSourceCredentials, type SourceCredentials } from './settings/credentials.ts'
export { parseDuration, parseNames } from './settings/kinds.ts'
export { type MarketSource, marketSources, defaultSourceSettings, parseSourceSettings, type SourceSettings, sourceVariables } from './settings/settings.ts'
