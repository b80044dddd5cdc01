import type { LookupFunction } from 'node:net'
import { dayMs, requireOptions } from '@riftline/base'
import type { StatedGame, StatedSeries } from '@riftline/predictor'
import { type SourceTime, userAgent } from './http/exchange.ts'
import { createSourceClient, type KnownAnswers } from './http/source-client.ts'
import type { SourceSettings } from './settings.ts'
import { SourceError, type SourceFault } from './source-error.ts'

/** Schedules are read this far ahead. */
export const scheduleMs: number = 60 * dayMs

/** Reason why a statement of a source does not count. */
export type SkipReason =
  | 'duplicate'
  | 'remake'
  | 'forfeit'
  | 'nullified'
  | 'no_winner'
  | 'league_unknown'
  | 'completed_before_start'
  | 'no_answer'
  | 'bad_row'

/** A statement of a source that was left out. */
export interface SkippedPart {
  /** The game or series by its id in the source; of a bad row also what is wrong with it. */
  readonly what: string
  readonly why: SkipReason
}

/** Outcome of reading a source. */
export interface SourceOutcome {
  /** `partial`: what came before the fault is whole and counts. `off`: not configured. */
  readonly status: 'ok' | 'partial' | 'failed' | 'off'
  readonly fault: SourceFault | null
  /** The fault in words, without credentials. */
  readonly reason: string | null
  readonly requests: number
  readonly skipped: readonly SkippedPart[]
  /** For the next run: its services may say that nothing has changed. */
  readonly known: KnownAnswers
}

/** Games and series that a source states of a span of time. */
export interface SourceRun extends SourceOutcome {
  readonly games: readonly StatedGame[]
  /** Series that have begun. */
  readonly series: readonly StatedSeries[]
  /** Series to come. */
  readonly scheduled: readonly StatedSeries[]
  /** Everything from the asked time up to this one was read, UTC milliseconds; null: nothing. */
  readonly coveredUntilMs: number | null
}

export const nothingStated: Pick<SourceRun, 'games' | 'series' | 'scheduled' | 'coveredUntilMs' | 'skipped'> = {
  games: [],
  series: [],
  scheduled: [],
  coveredUntilMs: null,
  skipped: [],
}

/** The outcome of a fault; what is no fault of a source is thrown again. */
export function toFailure(error: unknown): Pick<SourceOutcome, 'fault' | 'reason'> & { readonly status: 'failed' } {
  if (!(error instanceof SourceError)) throw error
  return { status: 'failed', fault: error.fault, reason: error.message }
}

export function notConfigured(reason: string): Pick<SourceOutcome, 'status' | 'fault' | 'reason' | 'requests'> {
  return { status: 'off', fault: 'not_configured', reason, requests: 0 }
}

/** One run over a source. */
export interface RunOptions {
  /** Asked from here on, UTC milliseconds. */
  readonly sinceMs: number
  readonly time: SourceTime
  /** riftline's version, which services are told. */
  readonly version: string
  /** Answers that the last run handed back. */
  readonly known?: KnownAnswers
  readonly lookup?: LookupFunction
  /** Called as parts of the run are done. */
  readonly onProgress?: (progress: RunProgress) => void
  /** Called before the wait for a repetition. */
  readonly onRepeat?: (reason: string, waitMs: number) => void
}

/** Progress of a run in its own parts: windows, matches, years. */
export interface RunProgress {
  readonly done: number
  readonly of: number
}

/** Refuses options that a run does not have. @param more options of this run alone */
export function requireRun(run: Omit<RunOptions, 'sinceMs'>, more: readonly string[] = []): void {
  requireOptions(run, ['sinceMs', 'time', 'version', 'known', 'lookup', 'onProgress', 'onRepeat', ...more])
}

/** Opens the client of one run with the pauses and limits of the settings. */
export function openRunClient(settings: SourceSettings, run: Omit<RunOptions, 'sinceMs'>, ownPauseMs: number) {
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
