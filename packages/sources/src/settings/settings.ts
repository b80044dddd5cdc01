import { RiftlineError } from '@riftline/base'
import type { SourceCredentials } from './credentials.ts'
import { baseUrl, contact, credential, duration, historyUrl, type Kind, milliseconds, sourceNames } from './kinds.ts'

/** The markets that odds are captured from. */
export const marketSources = ['polymarket', 'kalshi'] as const

/** A prediction market that odds can be captured from. */
export type MarketSource = (typeof marketSources)[number]

/** Settings of the readers of foreign services. Null is not configured. */
export interface SourceSettings {
  readonly leaguepediaUrl: string
  readonly lolesportsUrl: string
  readonly lolesportsFeedUrl: string
  /** http or https, `{year}` being replaced, or `file:` of a folder. */
  readonly oraclesElixirUrl: string | null
  readonly polymarketGammaUrl: string
  readonly polymarketClobUrl: string
  readonly kalshiUrl: string
  /** Mail address or URL of whoever runs this, for the services. */
  readonly contact: string | null
  readonly leaguepediaUser: string | null
  readonly leaguepediaPassword: string | null
  readonly lolesportsKey: string | null
  /** Between two requests to one host; null: each source's own. */
  readonly pauseMs: number | null
  /** Before the first repetition. */
  readonly backoffMs: number
  /** For an answer. */
  readonly timeoutMs: number
  /** For one source in one run. */
  readonly deadlineMs: number
  /** Null: odds are not captured beside the server. */
  readonly oddsCaptureIntervalMs: number | null
  readonly oddsCaptureSources: readonly MarketSource[]
}

type Setting<T> = readonly [variable: string, fallback: T, kind: Kind<T>]
type Settings = { readonly [Field in keyof SourceSettings]: Setting<SourceSettings[Field]> }

const settings: Settings = {
  leaguepediaUrl: ['LEAGUEPEDIA_URL', 'https://lol.fandom.com/api.php', baseUrl],
  lolesportsUrl: ['LOLESPORTS_URL', 'https://esports-api.lolesports.com/persisted/gw', baseUrl],
  lolesportsFeedUrl: ['LOLESPORTS_FEED_URL', 'https://feed.lolesports.com/livestats/v1', baseUrl],
  oraclesElixirUrl: ['ORACLES_ELIXIR_URL', null, historyUrl],
  polymarketGammaUrl: ['POLYMARKET_GAMMA_URL', 'https://gamma-api.polymarket.com', baseUrl],
  polymarketClobUrl: ['POLYMARKET_CLOB_URL', 'https://clob.polymarket.com', baseUrl],
  kalshiUrl: ['KALSHI_URL', 'https://api.elections.kalshi.com/trade-api/v2', baseUrl],
  contact: ['CONTACT', null, contact],
  leaguepediaUser: ['LEAGUEPEDIA_USER', null, credential],
  leaguepediaPassword: ['LEAGUEPEDIA_PASSWORD', null, credential],
  lolesportsKey: ['LOLESPORTS_KEY', null, credential],
  pauseMs: ['SOURCE_PAUSE_MS', null, milliseconds(0)],
  backoffMs: ['SOURCE_BACKOFF_MS', 5000, milliseconds(0)],
  timeoutMs: ['SOURCE_TIMEOUT_MS', 60_000, milliseconds(1)],
  deadlineMs: ['SOURCE_DEADLINE_MS', 3_600_000, milliseconds(1)],
  oddsCaptureIntervalMs: ['ODDS_CAPTURE_INTERVAL', null, duration],
  oddsCaptureSources: ['ODDS_CAPTURE_SOURCES', marketSources, sourceNames(marketSources)],
}

const entries = Object.entries(settings) as readonly [keyof Settings, Setting<unknown>][]
const prefix = 'RIFTLINE_'

/** Every variable that `parseSourceSettings` reads. */
export const sourceVariables: readonly string[] = entries.map(([, [variable]]) => prefix + variable)

/** Settings of an empty environment. */
export const defaultSourceSettings: SourceSettings = Object.fromEntries(
  entries.map(([field, [, fallback]]) => [field, fallback]),
) as unknown as SourceSettings

/**
 * The settings that an environment asks for; variables of others are left alone. What the environment does not say of
 * credentials, those of a file may.
 *
 * @throws RiftlineError `invalid_config` for a value that breaks its rule; it repeats no address and no credential
 * @example
 * parseSourceSettings({ RIFTLINE_SOURCE_PAUSE_MS: '0' }).pauseMs // => 0
 */
export function parseSourceSettings(
  env: Readonly<Record<string, string | undefined>>,
  credentials: SourceCredentials = {},
): SourceSettings {
  const given: Record<string, unknown> = {}
  for (const [field, [variable, , kind]] of entries) {
    const text = env[prefix + variable]
    if (text === undefined) continue
    given[field] = kind.read(text)
    if (given[field] === undefined) {
      const got = kind.isSecret === true ? 'something else' : JSON.stringify(text)
      throw new RiftlineError('invalid_config', `${prefix}${variable}: expected ${kind.expected}, got ${got}`)
    }
  }
  const read = { ...defaultSourceSettings, ...credentials, ...given } as SourceSettings
  if ((read.leaguepediaUser === null) !== (read.leaguepediaPassword === null)) {
    const missing = read.leaguepediaUser === null ? 'LEAGUEPEDIA_USER' : 'LEAGUEPEDIA_PASSWORD'
    throw new RiftlineError('invalid_config', `${prefix}${missing}: expected user and password, or neither`)
  }
  return read
}
