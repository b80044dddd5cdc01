import { RiftlineError } from '@riftline/base'
import { systemClock, systemTimers } from '@riftline/base/node'
import { type OpenFeed, parseConfig, type ServerConfig } from '@riftline/server'
import { parseSourceSettings } from '@riftline/sources/settings'
import { optional, readArguments, UsageError } from '../io/arguments.ts'
import { type CliIo, ownVersion } from '../io/cli-io.ts'
import { durationOption, durationVariable } from '../io/source-options.ts'

const syncIntervalVariable = 'RIFTLINE_SYNC_INTERVAL'
const captureIntervalVariable = 'RIFTLINE_ODDS_CAPTURE_INTERVAL'
const captureSourcesVariable = 'RIFTLINE_ODDS_CAPTURE_SOURCES'

const variables = {
  host: 'RIFTLINE_HOST',
  port: 'RIFTLINE_PORT',
  data: 'RIFTLINE_DATA_DIR',
  artifacts: 'RIFTLINE_ARTIFACTS_DIR',
} as const

const names = ['host', 'port', 'data', 'artifacts'] as const

export interface ServeOptions {
  readonly config: ServerConfig
  /** Null: no background syncs. */
  readonly syncIntervalMs: number | null
  /** Null: no background captures. */
  readonly captures: { readonly intervalMs: number; readonly sources: readonly string[] } | null
}

/** Reads the settings; options go before variables. @throws UsageError for the command line, RiftlineError `invalid_config` for the environment */
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

/** Reads the settings of captures, so that a bad one is refused at the start. */
function parseCaptures(env: Readonly<Record<string, string | undefined>>): ServeOptions['captures'] {
  const intervalMs = durationVariable(captureIntervalVariable, env[captureIntervalVariable])
  if (intervalMs === null) return null
  const { [captureSourcesVariable]: sources } = env
  return { intervalMs, sources: parseSourceSettings({ [captureSourcesVariable]: sources }).oddsCaptureSources }
}

/** Validates an option by the rule of its variable, with the option's name in the message. */
function checkOption(name: keyof typeof variables, value: string): void {
  try {
    parseConfig({ [variables[name]]: value })
  } catch (error) {
    if (error instanceof RiftlineError) throw new UsageError(error.message.replace(variables[name], `--${name}`))
    throw error
  }
}

/** Opens an operator's feed of odds; its code is loaded only then. */
export function feedOpener({ RIFTLINE_CONTACT }: CliIo['env']): OpenFeed {
  return async (url) => {
    const { openOddsFeed } = await import('@riftline/sources')
    const { contact } = parseSourceSettings({ RIFTLINE_CONTACT })
    return openOddsFeed(url, { version: await ownVersion(), contact, time: { ...systemClock, ...systemTimers } })
  }
}
