import { RiftlineError } from '../errors.ts'

/** Rule for the text of an environment variable. */
export interface Kind<T> {
  /** Completion of "expected …" in a message. */
  readonly expected: string
  /** Parses a text; returns undefined for one that breaks the rule. */
  readonly read: (text: string) => T | undefined
  /** Whether the text may contain a password, which no message may repeat. */
  readonly isSecret?: boolean
}

/** Setting: its variable without the prefix, the default, the rule, and the meaning as stated in a README. */
export type Setting<T> = readonly [variable: string, fallback: T, kind: Kind<T>, meaning?: string]

/** Settings of one part of the product, by the field that they fill. */
export type SettingsTable<T> = { readonly [Field in keyof T]: Setting<T[Field]> }

/** Environment variables, as in `process.env`. */
export type Env = Readonly<Record<string, string | undefined>>

/** Prefix of every variable of the product. */
export const settingsPrefix = 'RIFTLINE_'

/** Returns the names of all variables of a table, with their prefix. */
export function settingsVariables<T extends object>(table: SettingsTable<T>): readonly string[] {
  return entriesOf(table).map(([, [variable]]) => settingsPrefix + variable)
}

/** Returns the default of every setting. */
export function defaultSettings<T extends object>(table: SettingsTable<T>): T {
  return Object.fromEntries(entriesOf(table).map(([field, [, fallback]]) => [field, fallback])) as T
}

/**
 * Reads the settings present in an environment and ignores other variables. Spread the result over `defaultSettings(table)`.
 * @throws RiftlineError `invalid_config` naming the first variable that breaks its rule; secrets are not repeated
 * @example
 * const table = {
 *   port: ['PORT', 8080, integer(0, 65_535), 'public port'],
 *   host: ['HOST', '127.0.0.1', nonEmpty('a host name'), 'public address'],
 * }
 * readSettings(table, { RIFTLINE_PORT: '80' }) // => { port: 80 }
 */
export function readSettings<T extends object>(table: SettingsTable<T>, env: Env): Partial<T> {
  const values: Record<string, unknown> = {}
  for (const [field, [variable, , kind]] of entriesOf(table)) {
    const name = settingsPrefix + variable
    const text = env[name]
    if (text === undefined) continue
    values[field] = kind.read(text)
    if (values[field] === undefined) {
      const got = kind.isSecret === true ? 'something else' : JSON.stringify(text)
      throw invalidSetting(name, `expected ${kind.expected}, got ${got}${serviceLinkHint(name, text)}`)
    }
  }
  return values as Partial<T>
}

/** Refuses variables with our prefix that are in no table, such as a misspelt one. @throws RiftlineError `invalid_config` */
export function refuseUnknownSettings(env: Env, known: ReadonlySet<string>): void {
  for (const [name, text] of Object.entries(env)) {
    if (!name.startsWith(settingsPrefix) || text === undefined || known.has(name)) continue
    throw invalidSetting(name, `unknown variable${serviceLinkHint(name, text)}`)
  }
}

/** Makes the error of a variable, for rules that involve several variables. */
export function invalidSetting(name: string, message: string): RiftlineError {
  return new RiftlineError('invalid_config', `${name}: ${message}`)
}

/** Hint about Kubernetes, which sets variables for each service: those of a service named `riftline…` begin with our prefix. */
function serviceLinkHint(name: string, text: string): string {
  const isLink = /^(tcp|udp|sctp):\/\//.test(text) || /_(SERVICE_(HOST|PORT)|PORT_\d+_(TCP|UDP|SCTP))(_|$)/.test(name)
  const hint =
    'Kubernetes sets this for a service named riftline or riftline-...; enableServiceLinks: false in the pod keeps it away'
  return isLink ? ` (${hint})` : ''
}

function entriesOf<T extends object>(table: SettingsTable<T>): readonly [string, Setting<unknown>][] {
  return Object.entries(table)
}

/** Rule for any text but the empty one. @param expected name of the value, such as `a folder` */
export function nonEmpty(expected: string): Kind<string> {
  return { expected, read: (text) => (text === '' ? undefined : text) }
}

/** Rule for a whole number of up to ten digits. */
export function integer(least: 0 | 1, most: number = 2 ** 31 - 1): Kind<number> {
  const open = least === 0 ? 'an integer from 0' : 'an integer above 0'
  return {
    expected: most === 2 ** 31 - 1 ? open : `an integer from ${least} to ${most}`,
    read(text) {
      const value = /^[0-9]{1,10}$/.test(text) ? Number(text) : Number.NaN
      return value >= least && value <= most ? value : undefined
    },
  }
}

/** Rule for one of a few words. */
export function oneOf<T extends string>(...words: readonly T[]): Kind<T> {
  const expected = `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`
  return { expected, read: (text) => words.find((word) => word === text) }
}

/** Marks a rule as secret, so that messages do not repeat the text. */
export function secret<T>(kind: Kind<T>): Kind<T> {
  return { ...kind, isSecret: true }
}

/** Rule for a switch: `on` or `off`. */
export const onOff: Kind<boolean> = {
  expected: 'on or off',
  read: (text) => (text === 'on' ? true : text === 'off' ? false : undefined),
}

/** Rule for an optional TCP port: `0` gives null, for no port; `any` gives 0, which lets the system choose. */
export const optionalPort: Kind<number | null> = {
  expected: 'an integer from 0 to 65535, or any',
  read: (text) => (text === 'any' ? 0 : text === '0' ? null : integer(1, 65_535).read(text)),
}

/** Rule for any http or https URL. */
export const httpUrl: Kind<string> = secret({
  expected: 'an http or https URL',
  read: (text) => (/^https?:\/\//.test(text) && URL.canParse(text) ? text : undefined),
})

/** Rule for a base URL; slashes at its end are removed. */
export const baseUrl: Kind<string> = secret({
  expected: 'an http or https URL without query, fragment or password',
  read(text) {
    if (httpUrl.read(text) === undefined || /[?#]/.test(text)) return undefined
    const { href, username, password } = new URL(text)
    return username === '' && password === '' ? href.replace(/\/+$/, '') : undefined
  },
})
