// Settings of the sources, from environment variables

import { dayMs, RiftlineError } from '@riftline/base'
import {
  baseUrl,
  defaultSettings,
  type Env,
  integer,
  invalidSetting,
  type Kind,
  readSettings,
  type SettingsTable,
  secret,
  settingsPrefix,
  settingsVariables,
} from '@riftline/base/node'

export const marketSources = ['polymarket', 'kalshi'] as const

/** A prediction market from which odds can be captured. */
export type MarketSource = (typeof marketSources)[number]

/** Settings of the readers of foreign services. Null means not configured. */
export interface SourceSettings {
  readonly leaguepediaUrl: string
  readonly lolesportsUrl: string
  readonly lolesportsFeedUrl: string
  /** URL by http or https, in which `{year}` is replaced, or the `file:` URL of a folder. */
  readonly oraclesElixirUrl: string | null
  readonly polymarketGammaUrl: string
  readonly polymarketClobUrl: string
  readonly kalshiUrl: string
  /** Mail address or URL of the operator, sent to the services. */
  readonly contact: string | null
  readonly leaguepediaUser: string | null
  readonly leaguepediaPassword: string | null
  readonly lolesportsKey: string | null
  /** Pause between two requests to one host; null: each source's own. */
  readonly pauseMs: number | null
  /** Wait before the first retry. */
  readonly backoffMs: number
  readonly timeoutMs: number
  /** Time limit for one source in one run. */
  readonly deadlineMs: number
  /** Interval of captures beside the server; null: none. */
  readonly oddsCaptureIntervalMs: number | null
  readonly oddsCaptureSources: readonly MarketSource[]
}

const historyUrl = secret<string>({
  expected: 'an http or https URL, or a file: URL of a folder',
  read: (text) => (/^(https?|file):\/\//.test(text) && URL.canParse(text) ? text : undefined),
})

/** Contact that can be put into a header, in brackets. */
const contact: Kind<string> = {
  expected: 'a mail address or a URL, at most 200 characters',
  read: (text) => (/^[\w.+-]+@[\w.-]+$|^https?:\/\/[!#-'*-~]+$/.test(text) && text.length <= 200 ? text : undefined),
}

/** Credential that can be put into a header. */
const credential = secret<string>({
  expected: 'printable characters, at most 400',
  read: (text) => (/^[\x21-\x7e](?:[\x20-\x7e]{0,398}[\x21-\x7e])?$/.test(text) ? text : undefined),
})

const unitMs: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000, d: dayMs }

/** A span of time: `90s`, `5m`, `6h` or `1d`, in milliseconds. */
export const duration: Kind<number> = {
  expected: 'a duration such as 90s, 5m, 6h or 1d, up to 366d',
  read(text) {
    const [, count, unit = ''] = /^([1-9][0-9]{0,8})([smhd])$/.exec(text) ?? []
    const ms = Number(count) * (unitMs[unit] ?? Number.NaN)
    return ms <= 366 * dayMs ? ms : undefined
  },
}

function milliseconds(least: 0 | 1): Kind<number> {
  return { ...integer(least), expected: `milliseconds from ${least} to ${2 ** 31 - 1}` }
}

const sourceNames: Kind<readonly MarketSource[]> = {
  expected: `one or more of ${marketSources.join(', ')}, separated by commas`,
  read: (text) => parseNames(text, marketSources) ?? undefined,
}

const settings: SettingsTable<SourceSettings> = {
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
  oddsCaptureSources: ['ODDS_CAPTURE_SOURCES', marketSources, sourceNames],
}

/** Every variable that `parseSourceSettings` reads. */
export const sourceVariables: readonly string[] = settingsVariables(settings)

/** Settings for an empty environment. */
export const defaultSourceSettings: SourceSettings = defaultSettings(settings)

/**
 * Reads the settings from an environment; other variables are ignored. Credentials missing in the environment may come
 * from a file.
 * @throws RiftlineError `invalid_config` for an invalid value; the message contains no address and no credential
 * @example
 * parseSourceSettings({ RIFTLINE_SOURCE_PAUSE_MS: '0' }).pauseMs // => 0
 */
export function parseSourceSettings(env: Env, credentials: SourceCredentials = {}): SourceSettings {
  const read = { ...defaultSourceSettings, ...credentials, ...readSettings(settings, env) }
  if ((read.leaguepediaUser === null) !== (read.leaguepediaPassword === null)) {
    const missing = read.leaguepediaUser === null ? 'LEAGUEPEDIA_USER' : 'LEAGUEPEDIA_PASSWORD'
    throw invalidSetting(settingsPrefix + missing, 'expected user and password, or neither')
  }
  return read
}

/** Content of `credentials.json`. */
export type SourceCredentials = Partial<
  Pick<SourceSettings, 'leaguepediaUser' | 'leaguepediaPassword' | 'lolesportsKey'>
>

const places = {
  leaguepedia: { user: 'leaguepediaUser', password: 'leaguepediaPassword' },
  lolesports: { key: 'lolesportsKey' },
} as const satisfies Record<string, Record<string, keyof SourceCredentials>>

/**
 * Reads credentials from `{"leaguepedia":{"user","password"},"lolesports":{"key"}}`; both are optional.
 * @param json the parsed file
 * @throws RiftlineError `invalid_config` with the path of the fault; the message contains no value
 */
export function parseSourceCredentials(json: unknown): SourceCredentials {
  const found: Record<string, string> = {}
  for (const [source, part] of Object.entries(toRecord(json, '$', Object.keys(places)))) {
    const fields: Readonly<Record<string, string>> = places[source as keyof typeof places]
    for (const [key, value] of Object.entries(toRecord(part, `$.${source}`, Object.keys(fields)))) {
      const text = typeof value === 'string' ? credential.read(value) : undefined
      if (text === undefined) throw invalid(`$.${source}.${key}`, credential.expected)
      found[fields[key]!] = text
    }
  }
  return found
}

function toRecord(value: unknown, path: string, keys: readonly string[]): Readonly<Record<string, unknown>> {
  const isRecord = typeof value === 'object' && value !== null && !Array.isArray(value)
  if (isRecord && Object.keys(value).every((key) => keys.includes(key))) return value as Record<string, unknown>
  throw invalid(path, `an object with no other keys than ${keys.join(', ')}`)
}

function invalid(path: string, expected: string): RiftlineError {
  return new RiftlineError('invalid_config', `credentials.json, ${path}: expected ${expected}`)
}

/**
 * Parses names such as `polymarket,kalshi`, each once; null for a text with another name.
 * @example parseNames('a, b', ['a', 'b', 'c']) // => ['a', 'b']
 */
export function parseNames<Name extends string>(text: string, names: readonly Name[]): readonly Name[] | null {
  const given = text.split(',').map((name) => name.trim())
  const known = given.flatMap((name) => names.find((one) => one === name) ?? [])
  return known.length === given.length && new Set(known).size === known.length ? known : null
}
