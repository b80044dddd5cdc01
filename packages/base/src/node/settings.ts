import { RiftlineError } from '../errors.ts'

/** Rule for the text of a variable. */
export interface Kind<T> {
  /** Completes "expected …" in a message. */
  readonly expected: string
  /** Returns undefined for a text that breaks the rule. */
  readonly read: (text: string) => T | undefined
  /** The text may hold a password: no message repeats it. */
  readonly isSecret?: boolean
}

/** One setting: its variable without the prefix, the default, the rule, and the meaning as a README states it. */
export type Setting<T> = readonly [variable: string, fallback: T, kind: Kind<T>, meaning?: string]

/** All settings of a part of the product, by the field that they fill. */
export type SettingsTable<T> = { readonly [Field in keyof T]: Setting<T[Field]> }

/** Variables of a process, as `process.env` holds them. */
export type Env = Readonly<Record<string, string | undefined>>

/** Beginning of every variable of the product. */
export const settingsPrefix = 'RIFTLINE_'

/** Returns the names of all variables of a table, with their prefix. */
export function settingsVariables<T extends object>(table: SettingsTable<T>): readonly string[] {
  return entriesOf(table).map(([, [variable]]) => settingsPrefix + variable)
}

/** Returns the values of an empty environment. */
export function defaultSettings<T extends object>(table: SettingsTable<T>): T {
  return Object.fromEntries(entriesOf(table).map(([field, [, fallback]]) => [field, fallback])) as T
}

/**
 * Reads the settings that an environment states; other variables are ignored. Spread the result over `defaultSettings(table)`.
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

/** Refuses variables with the prefix that no part of the product `known` reads, such as a misspelt one. @throws RiftlineError `invalid_config` */
export function refuseUnknownSettings(env: Env, known: ReadonlySet<string>): void {
  for (const [name, text] of Object.entries(env)) {
    if (!name.startsWith(settingsPrefix) || text === undefined || known.has(name)) continue
    throw invalidSetting(name, `unknown variable${serviceLinkHint(name, text)}`)
  }
}

/** Makes the error of a variable, for rules that span several of them. */
export function invalidSetting(name: string, message: string): RiftlineError {
  return new RiftlineError('invalid_config', `${name}: ${message}`)
}

/** Kubernetes sets variables for each service of a namespace; those of a service named `riftline…` begin with our prefix. */
function serviceLinkHint(name: string, text: string): string {
  const isLink = /^(tcp|udp|sctp):\/\//.test(text) || /_(SERVICE_(HOST|PORT)|PORT_\d+_(TCP|UDP|SCTP))(_|$)/.test(name)
  const hint =
    'Kubernetes sets this for a service named riftline or riftline-...; enableServiceLinks: false in the pod keeps it away'
  return isLink ? ` (${hint})` : ''
}

function entriesOf<T extends object>(table: SettingsTable<T>): readonly [string, Setting<unknown>][] {
  return Object.entries(table)
}

/** Any text but the empty one; `expected` names it, such as `a folder`. */
export function nonEmpty(expected: string): Kind<string> {
  return { expected, read: (text) => (text === '' ? undefined : text) }
}

/** A whole number of up to ten digits. */
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

/** One of a few words. */
export function oneOf<T extends string>(...words: readonly T[]): Kind<T> {
  const expected = `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`
  return { expected, read: (text) => words.find((word) => word === text) }
}

/** Hides the text of a kind from messages. */
export function secret<T>(kind: Kind<T>): Kind<T> {
  return { ...kind, isSecret: true }
}

/** A switch: `on` or `off`. */
export const onOff: Kind<boolean> = {
  expected: 'on or off',
  read: (text) => (text === 'on' ? true : text === 'off' ? false : undefined),
}

/** A TCP port that can be left out: `0` is null, which is none; `any` is 0, which lets the system choose. */
export const optionalPort: Kind<number | null> = {
  expected: 'an integer from 0 to 65535, or any',
  read: (text) => (text === 'any' ? 0 : text === '0' ? null : integer(1, 65_535).read(text)),
}

/** Any http or https URL. */
export const httpUrl: Kind<string> = secret({
  expected: 'an http or https URL',
  read: (text) => (/^https?:\/\//.test(text) && URL.canParse(text) ? text : undefined),
})

/** A URL that paths are added to; slashes at its end are cut off. */
export const baseUrl: Kind<string> = secret({
  expected: 'an http or https URL without query, fragment or password',
  read(text) {
    if (httpUrl.read(text) === undefined || /[?#]/.test(text)) return undefined
    const { href, username, password } = new URL(text)
    return username === '' && password === '' ? href.replace(/\/+$/, '') : undefined
  },
})
