import { RiftlineError } from '@riftline/base'
import { parseConfig, type ServerConfig } from '@riftline/server'
import { parseSourceSettings } from '@riftline/sources/settings'
import { optional, readArguments } from '../io/arguments.ts'
import { durationOption, durationVariable } from '../io/source-options.ts'
import { UsageError } from '../io/usage-error.ts'

/** Interval of the sync beside the server. */
const syncIntervalVariable = 'RIFTLINE_SYNC_INTERVAL'
/** Interval of the capture of odds beside the server. */
const captureIntervalVariable = 'RIFTLINE_ODDS_CAPTURE_INTERVAL'
/** Markets that odds are captured from. */
const captureSourcesVariable = 'RIFTLINE_ODDS_CAPTURE_SOURCES'

/** Option -> the variable that says the same. */
const variables = {
  host: 'RIFTLINE_HOST',
  port: 'RIFTLINE_PORT',
  data: 'RIFTLINE_DATA_DIR',
  artifacts: 'RIFTLINE_ARTIFACTS_DIR',
} as const

const names = ['host', 'port', 'data', 'artifacts'] as const

export interface ServeOptions {
  readonly config: ServerConfig
  /** Null: no sync runs beside the server. */
  readonly syncIntervalMs: number | null
  /** Null: no odds are captured beside it. */
  readonly captures: { readonly intervalMs: number; readonly sources: readonly string[] } | null
}

/**
 * The configuration of a command line over an environment.
 * @throws UsageError for the command line, RiftlineError `invalid_config` for the environment
 */
export function parseServeOptions(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): ServeOptions {
  const { values } = readArguments(args, { text: [...names, 'sync-every'] })
  const fromOptions: Record<string, string> = {}
  for (const name of names) {
    const value = optional(values, name)
    if (value === undefined) continue
    checkOption(name, value)
    fromOptions[variables[name]] = value
  }
  const config = parseConfig({ ...env, ...fromOptions })
  const syncEvery = optional(values, 'sync-every')
  return {
    config,
    syncIntervalMs:
      syncEvery === undefined
        ? durationVariable(syncIntervalVariable, env[syncIntervalVariable])
        : durationOption('--sync-every', syncEvery),
    captures: parseCaptures(env),
  }
}

/** A bad setting of markets is refused now rather than by every capture. */
function parseCaptures(env: Readonly<Record<string, string | undefined>>): ServeOptions['captures'] {
  const intervalMs = durationVariable(captureIntervalVariable, env[captureIntervalVariable])
  if (intervalMs === null) return null
  const { [captureSourcesVariable]: sources } = env
  return { intervalMs, sources: parseSourceSettings({ [captureSourcesVariable]: sources }).oddsCaptureSources }
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
