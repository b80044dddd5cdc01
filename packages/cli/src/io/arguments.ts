import { parseArgs } from 'node:util'

type Options = Record<string, { readonly type: 'string' | 'boolean'; readonly multiple?: boolean }>
export type Values = Readonly<Record<string, string | boolean | undefined>>

/** Reads text options, lists and flags by name, and the remaining words. The values of a list are joined by commas. @throws UsageError */
export function readArguments(
  args: readonly string[],
  expected: {
    readonly text?: readonly string[]
    readonly lists?: readonly string[]
    readonly flags?: readonly string[]
    readonly words?: number
    readonly moreWords?: number
  },
): { readonly values: Values; readonly words: readonly string[] } {
  const options: Options = {}
  for (const name of expected.text ?? []) options[name] = { type: 'string' }
  for (const name of expected.lists ?? []) options[name] = { type: 'string', multiple: true }
  for (const name of expected.flags ?? []) options[name] = { type: 'boolean' }
  const { words: least = 0, moreWords = 0 } = expected
  const { values, positionals } = parse(args, options)
  if (positionals.length < least || positionals.length > least + moreWords) {
    const count =
      moreWords === 0 ? `${least} argument${least === 1 ? '' : 's'}` : `${least} or ${least + moreWords} arguments`
    throw new UsageError(`expected ${count} beside options, got ${positionals.length}`)
  }
  return { values, words: positionals }
}

/** Returns the value of a required text option. @throws UsageError */
export function required(values: Values, name: string): string {
  const value = values[name]
  if (typeof value === 'string' && value !== '') return value
  throw new UsageError(`--${name} is required`)
}

export function optional(values: Values, name: string): string | undefined {
  const value = values[name]
  return typeof value === 'string' ? value : undefined
}

/** @throws UsageError */
export function positiveInteger(option: string, text: string): number {
  if (/^[1-9][0-9]{0,14}$/.test(text)) return Number(text)
  throw new UsageError(`${option}: expected an integer above 0, got ${JSON.stringify(text)}`)
}

/** Replaces an error of `parseArgs`, whose message gives advice to programmers. */
function toUsageError(message: string, known: readonly string[]): UsageError {
  const [first = ''] = message.split(/\n|\. To /)
  const [, missing] = /^Option '(?:-\w, )?(--[^ ']+) <value>' argument (?:missing|is ambiguous)/.exec(first) ?? []
  if (missing !== undefined) return new UsageError(`${missing}: expected a value`)
  const option = /^Unknown option '(-[^']*)'/.exec(first)?.[1]
  if (option === undefined) return new UsageError(first)
  const names = known.map((name) => `--${name}`)
  return new UsageError(`unknown option ${option}`, { asked: option, known: names })
}

function parse(args: readonly string[], options: Options): { values: Values; positionals: string[] } {
  try {
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true })
    const joined = Object.entries(values).map(([name, value]) => [name, Array.isArray(value) ? value.join(',') : value])
    return { values: Object.fromEntries(joined), positionals }
  } catch (error) {
    throw toUsageError(error instanceof Error ? error.message : String(error), Object.keys(options))
  }
}

/** Wrong usage of the command line: exit code 2. */
export class UsageError extends Error {
  readonly mistyped: Mistyped | null

  constructor(message: string, mistyped: Mistyped | null = null) {
    super(message)
    this.mistyped = mistyped
  }
}

interface Mistyped {
  readonly asked: string
  readonly known: readonly string[]
}

/** Error for a missing or unknown action of a command. @param asked undefined: missing */
export function unknownAction(asked: string | undefined, known: readonly string[]): UsageError {
  const expected = [known.slice(0, -1).join(', '), known.at(-1)].filter(Boolean).join(' or ')
  if (asked === undefined) return new UsageError(`expected ${expected}, got nothing`)
  return new UsageError(`expected ${expected}, got ${JSON.stringify(asked)}`, { asked, known })
}
