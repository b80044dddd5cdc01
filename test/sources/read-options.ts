import { parseSourceSettings, type SourceSettings } from '#sources/settings.ts'
import type { RunOptions } from '#sources/source-run.ts'
import { createPassingTime, type PassingTime } from '../support/sources/passing-time.ts'
import { afterTheLeague, beforeTheLeagueMs } from '../support/sources/stated-league.ts'

/** Parses settings as from an environment. */
export function readSettings(env: Readonly<Record<string, string>>): SourceSettings {
  return parseSourceSettings({ RIFTLINE_SOURCE_PAUSE_MS: '0', RIFTLINE_SOURCE_BACKOFF_MS: '0', ...env })
}

/** Options of a run over the invented league, in a time that passes only by waiting. */
export function readOptions(options: Partial<RunOptions> = {}): RunOptions & { readonly time: PassingTime } {
  const time = createPassingTime(afterTheLeague)
  return { sinceMs: beforeTheLeagueMs, version: '0.1.0', ...options, time: time }
}
