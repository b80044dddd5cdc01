import { parseSourceSettings, type SourceSettings } from '#sources/settings.ts'
import type { RunOptions } from '#sources/source-run.ts'
import { createPassingTime, type PassingTime } from '../support/sources/passing-time.ts'
import { afterTheLeague, beforeTheLeagueMs } from '../support/sources/stated-league.ts'

/** Settings as an environment would give them. */
export function readSettings(env: Readonly<Record<string, string>>): SourceSettings {
  return parseSourceSettings({ RIFTLINE_SOURCE_PAUSE_MS: '0', RIFTLINE_SOURCE_BACKOFF_MS: '0', ...env })
}

/** A run over the invented league, in time that passes by waiting. */
export function readOptions(options: Partial<RunOptions> = {}): RunOptions & { readonly time: PassingTime } {
  const time = createPassingTime(afterTheLeague)
  return { sinceMs: beforeTheLeagueMs, version: '0.1.0', ...options, time: time }
}
