import { dayMs } from '@riftline/base'

/** Kind of a variable's text. */
export interface Kind<T> {
  readonly expected: string
  /** Undefined: the text breaks the rule. */
  readonly read: (text: string) => T | undefined
  /** The text may hold a password: no message repeats it. */
  readonly isSecret?: boolean
}

/** Paths and queries are added to it. */
export const baseUrl: Kind<string> = {
  expected: 'an http or https URL without query, fragment or password',
  read(text) {
    if (!/^https?:\/\//.test(text) || !URL.canParse(text) || /[?#]/.test(text)) return undefined
    const { href, username, password } = new URL(text)
    return username === '' && password === '' ? href.replace(/\/+$/, '') : undefined
  },
  isSecret: true,
}

export const historyUrl: Kind<string> = {
  expected: 'an http or https URL, or a file: URL of a folder',
  read: (text) => (/^(https?|file):\/\//.test(text) && URL.canParse(text) ? text : undefined),
  isSecret: true,
}

/** It stands in a header, between brackets. */
export const contact: Kind<string> = {
  expected: 'a mail address or a URL, at most 200 characters',
  read: (text) => (/^[\w.+-]+@[\w.-]+$|^https?:\/\/[!#-'*-~]+$/.test(text) && text.length <= 200 ? text : undefined),
}

/** It may stand in a header. */
export const credential: Kind<string> = {
  expected: 'printable characters, at most 400',
  read: (text) => (/^[\x21-\x7e](?:[\x20-\x7e]{0,398}[\x21-\x7e])?$/.test(text) ? text : undefined),
  isSecret: true,
}

const unitMs: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000, d: dayMs }

/** As milliseconds. */
export const duration: Kind<number> = {
  expected: 'a duration such as 90s, 5m, 6h or 1d, up to 366d',
  read(text) {
    const [, count, unit = ''] = /^([1-9][0-9]{0,8})([smhd])$/.exec(text) ?? []
    const ms = Number(count) * (unitMs[unit] ?? Number.NaN)
    return ms <= 366 * dayMs ? ms : undefined
  },
}

export function milliseconds(least: 0 | 1): Kind<number> {
  const most = 2 ** 31 - 1
  return {
    expected: `milliseconds from ${least} to ${most}`,
    read(text) {
      const value = /^[0-9]{1,10}$/.test(text) ? Number(text) : Number.NaN
      return value >= least && value <= most ? value : undefined
    },
  }
}

/** Names separated by commas, each once. */
export function sourceNames<Name extends string>(names: readonly Name[]): Kind<readonly Name[]> {
  return {
    expected: `one or more of ${names.join(', ')}, separated by commas`,
    read: (text) => parseNames(text, names) ?? undefined,
  }
}

/**
 * The names of `polymarket,kalshi`, each once; null for a text with another one.
 *
 * @example
 * parseNames('a, b', ['a', 'b', 'c']) // => ['a', 'b']
 */
export function parseNames<Name extends string>(text: string, names: readonly Name[]): readonly Name[] | null {
  const given = text.split(',').map((name) => name.trim())
  const known = given.flatMap((name) => names.find((one) => one === name) ?? [])
  return known.length === given.length && new Set(known).size === known.length ? known : null
}

/**
 * The milliseconds of `90s`, `5m`, `6h` or `1d`; null for a text of another form.
 *
 * @example
 * parseDuration('6h') // => 21600000
 */
export function parseDuration(text: string): number | null {
  return duration.read(text) ?? null
}
