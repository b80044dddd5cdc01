import { RiftlineError } from '@riftline/core'
import { parseConfig, type ServerConfig } from '@riftline/server'
import { parseDuration } from '@riftline/sources/settings'
import { optional, readArguments } from '../io/arguments.ts'
import { serverEnv, syncIntervalVariable } from '../io/server-env.ts'
import { UsageError } from '../io/usage-error.ts'

/** Option -> the variable that says the same. */
const variables = {
  host: 'RIFTLINE_HOST',
  port: 'RIFTLINE_PORT',
  data: 'RIFTLINE_DATA_DIR',
  artifacts: 'RIFTLINE_ARTIFACTS_DIR',
} as const

const names = ['host', 'port', 'data', 'artifacts'] as const

/**
 * The configuration of a command line over an environment.
 * @throws UsageError for the command line, RiftlineError `invalid_config` for the environment
 */
export function parseServeOptions(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): { readonly config: ServerConfig; readonly syncIntervalMs: number | null } {
  const { values } = readArguments(args, { text: [...names, 'sync-every'] })
  const fromOptions: Record<string, string> = {}
  for (const name of names) {
    const value = optional(values, name)
    if (value === undefined) continue
    checkOption(name, value)
    fromOptions[variables[name]] = value
  }
  const config = parseConfig({ ...serverEnv(env), ...fromOptions })
  return { config, syncIntervalMs: parseSyncInterval(optional(values, 'sync-every'), env[syncIntervalVariable]) }
}

/** Null: no sync runs beside the server. */
function parseSyncInterval(option: string | undefined, variable: string | undefined): number | null {
  const text = option ?? variable
  if (text === undefined) return null
  const ms = parseDuration(text)
  if (ms !== null) return ms
  const expected = `expected a duration such as 90s, 30m, 6h or 1d, got ${JSON.stringify(text)}`
  if (option !== undefined) throw new UsageError(`--sync-every: ${expected}`)
  throw new RiftlineError('invalid_config', `${syncIntervalVariable}: ${expected}`)
}

/** The same rule as for the variable, with the option's name in the message. */
function checkOption(name: keyof typeof variables, value: string): void {
  try {
    parseConfig({ [variables[name]]: value })
  } catch (error) {
    if (error instanceof RiftlineError) throw new UsageError(error.message.replace(variables[name], `--${name}`))
    throw error
  }
}
