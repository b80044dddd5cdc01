import { RiftlineError } from '@riftline/base'
import { type Env, readSettings, systemClock, systemTimers } from '@riftline/base/node'
import { type OpenFeed, parseConfig, type ServerConfig } from '@riftline/server'
import { duration, parseSourceSettings } from '@riftline/sources/settings'
import { optional, readArguments, UsageError } from '../io/arguments.ts'
import { type CliIo, ownVersion } from '../io/cli-io.ts'
import { durationOption } from '../io/source-options.ts'

const variables = {
  host: 'RIFTLINE_HOST',
  port: 'RIFTLINE_PORT',
  data: 'RIFTLINE_DATA_DIR',
  artifacts: 'RIFTLINE_ARTIFACTS_DIR',
}

export interface ServeOptions {
  readonly config: ServerConfig
  /** Interval of background syncs; null: none. */
  readonly syncIntervalMs: number | null
  /** Background captures; null: none. */
  readonly captures: { readonly intervalMs: number; readonly sources: readonly string[] } | null
}

/** Reads the settings; options override variables. @throws UsageError (command line), RiftlineError `invalid_config` (environment) */
export function parseServeOptions(args: readonly string[], env: Env): ServeOptions {
  const { values } = readArguments(args, { text: [...Object.keys(variables), 'sync-every'] })
  const fromOptions: Record<string, string> = {}
  for (const [name, variable] of Object.entries(variables)) {
    const value = optional(values, name)
    if (value === undefined) continue
    checkOption(`--${name}`, variable, value)
    fromOptions[variable] = value
  }
  const config = parseConfig({ ...env, ...fromOptions })
  const syncEvery = optional(values, 'sync-every')
  const { syncMs = null } = readSettings({ syncMs: ['SYNC_INTERVAL', 0, duration] }, env)
  return {
    config,
    syncIntervalMs: syncEvery === undefined ? syncMs : durationOption('--sync-every', syncEvery),
    captures: parseCaptures(env),
  }
}

/** Reads the settings of captures, so that a bad one is refused at start. */
function parseCaptures({
  RIFTLINE_ODDS_CAPTURE_INTERVAL,
  RIFTLINE_ODDS_CAPTURE_SOURCES,
}: Env): ServeOptions['captures'] {
  if (RIFTLINE_ODDS_CAPTURE_INTERVAL === undefined) return null
  const settings = parseSourceSettings({ RIFTLINE_ODDS_CAPTURE_INTERVAL, RIFTLINE_ODDS_CAPTURE_SOURCES })
  return { intervalMs: settings.oddsCaptureIntervalMs!, sources: settings.oddsCaptureSources }
}

/** Validates an option by the rule of its variable, with the option's name in the message. */
function checkOption(option: string, variable: string, value: string): void {
  try {
    parseConfig({ [variable]: value })
  } catch (error) {
    throw error instanceof RiftlineError ? new UsageError(error.message.replace(variable, option)) : error
  }
}

/** Opens an operator's feed of odds; only then its code is loaded. */
export function feedOpener({ RIFTLINE_CONTACT }: CliIo['env']): OpenFeed {
  return async (url) => {
    const { openOddsFeed } = await import('@riftline/sources')
    const { contact } = parseSourceSettings({ RIFTLINE_CONTACT })
    return openOddsFeed(url, { version: await ownVersion(), contact, time: { ...systemClock, ...systemTimers } })
  }
}
