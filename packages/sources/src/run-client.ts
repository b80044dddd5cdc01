import type { LookupFunction } from 'node:net'
import { requireOptions } from '@riftline/base'
import type { KnownAnswers } from './http/known-answers.ts'
import { createSourceClient, type SourceClient } from './http/source-client.ts'
import type { SourceTime } from './http/source-time.ts'
import { userAgent } from './http/user-agent.ts'
import type { SourceSettings } from './settings/settings.ts'

/** One run over a source. */
export interface RunOptions {
  /** Asked from here on, UTC milliseconds. */
  readonly sinceMs: number
  readonly time: SourceTime
  /** riftline's version, which services are told. */
  readonly version: string
  /** What the last run handed back. */
  readonly known?: KnownAnswers
  /** Names to addresses; the system's by default. */
  readonly lookup?: LookupFunction
  /** Called as parts of the run are done. */
  readonly onProgress?: (progress: RunProgress) => void
  /** Called before a wait after which the same is asked again. */
  readonly onRepeat?: (reason: string, waitMs: number) => void
}

/** How far a run is, in parts of its own: windows, matches, years. */
export interface RunProgress {
  readonly done: number
  readonly of: number
}

/**
 * Refuses options that a run does not have.
 *
 * @param more those that it has beside every run's
 */
export function requireRun(run: Omit<RunOptions, 'sinceMs'>, more: readonly string[] = []): void {
  requireOptions(run, ['sinceMs', 'time', 'version', 'known', 'lookup', 'onProgress', 'onRepeat', ...more])
}

/** The client of one run, with the manners that the settings ask for. */
export function openRunClient(
  settings: SourceSettings,
  run: Omit<RunOptions, 'sinceMs'>,
  ownPauseMs: number,
): SourceClient {
  const { contact, pauseMs, backoffMs, timeoutMs, deadlineMs } = settings
  const { time, version, known, lookup, onRepeat } = run
  return createSourceClient({
    userAgent: userAgent({ version, contact }),
    pauseMs: pauseMs ?? ownPauseMs,
    backoffMs,
    timeoutMs,
    deadlineMs,
    time,
    ...(known !== undefined && { known }),
    ...(lookup !== undefined && { lookup }),
    ...(onRepeat !== undefined && { onRepeat }),
  })
}
