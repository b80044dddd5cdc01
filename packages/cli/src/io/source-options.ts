import { RiftlineError } from '@riftline/base'
import { parseDuration, parseNames } from '@riftline/sources/settings'
import { UsageError } from './usage-error.ts'

/** Names separated by commas, each once. @throws UsageError */
export function namesOption<Name extends string>(
  option: string,
  text: string,
  names: readonly Name[],
): readonly Name[] {
  const given = parseNames(text, names)
  if (given !== null) return given
  throw new UsageError(`${option}: expected names out of ${names.join(',')}, each once, got ${JSON.stringify(text)}`)
}

/** The milliseconds of `90s`, `30m`, `6h` or `1d`. @throws UsageError */
export function durationOption(option: string, text: string): number {
  return parseDuration(text) ?? refuse(new UsageError(`${option}: ${durationFault(text)}`))
}

/** The same of a variable; null where it is not set. @throws RiftlineError `invalid_config` */
export function durationVariable(variable: string, text: string | undefined): number | null {
  if (text === undefined) return null
  return parseDuration(text) ?? refuse(new RiftlineError('invalid_config', `${variable}: ${durationFault(text)}`))
}

function durationFault(text: string): string {
  return `expected a duration such as 90s, 30m, 6h or 1d, got ${JSON.stringify(text)}`
}

function refuse(error: Error): never {
  throw error
}
