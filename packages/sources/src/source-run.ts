import type { LookupFunction } from 'node:net'
import { dayMs, requireOptions } from '@riftline/base'
import type { StatedGame, StatedSeries } from '@riftline/predictor'
import { type SourceTime, userAgent } from './http/exchange.ts'
import { createSourceClient, type KnownAnswers } from './http/source-client.ts'
import type { SourceSettings } from './settings.ts'
import { SourceError, type SourceFault } from './source-error.ts'

/** Time ahead for which schedules are read. */
export const scheduleMs: number = 60 * dayMs

/** Reason why a source's statement was left out. */
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
  /** The source's id of the game or series; for a bad row, also the fault. */
  readonly what: string
  readonly why: SkipReason
}

/** Outcome of reading a source. */
export interface SourceOutcome {
  /** `partial`: everything before the fault is complete and counts. `off`: not configured. */
  readonly status: 'ok' | 'partial' | 'failed' | 'off'
  readonly fault: SourceFault | null
  /** Description of the fault, without credentials. */
  readonly reason: string | null
  readonly requests: number
  readonly skipped: readonly SkippedPart[]
  /** Answers for the next run, in which services may report them as unchanged. */
  readonly known: KnownAnswers
}

/** Games and series that a source states for a span of time. */
export interface SourceRun extends SourceOutcome {
  readonly games: readonly StatedGame[]
  /** Series that have begun. */
  readonly series: readonly StatedSeries[]
  /** Coming series. */
  readonly scheduled: readonly StatedSeries[]
  /** UTC milliseconds up to which everything from the requested time was read; null: nothing. */
  readonly coveredUntilMs: number | null
}

export const nothingStated: Pick<SourceRun, 'games' | 'series' | 'scheduled' | 'coveredUntilMs' | 'skipped'> = {
  games: [],
  series: [],
  scheduled: [],
  coveredUntilMs: null,
  skipped: [],
}

/** The outcome of a source's fault; other errors are thrown again. */
export function toFailure(error: unknown): Pick<SourceOutcome, 'fault' | 'reason'> & { readonly status: 'failed' } {
  if (!(error instanceof SourceError)) throw error
  return { status: 'failed', fault: error.fault, reason: error.message }
}

export function notConfigured(reason: string): Pick<SourceOutcome, 'status' | 'fault' | 'reason' | 'requests'> {
  return { status: 'off', fault: 'not_configured', reason, requests: 0 }
}

/** Options of one run over a source. */
export interface RunOptions {
  /** Start of the requested time, UTC milliseconds. */
  readonly sinceMs: number
  readonly time: SourceTime
  /** Version of riftline, sent to services. */
  readonly version: string
  /** Answers that the last run returned. */
  readonly known?: KnownAnswers
  readonly lookup?: LookupFunction
  /** Called when a part of the run is done. */
  readonly onProgress?: (progress: RunProgress) => void
  /** Called before the wait for a retry. */
  readonly onRepeat?: (reason: string, waitMs: number) => void
}

/** Progress of a run in parts of its source: windows, matches or years. */
export interface RunProgress {
  readonly done: number
  readonly of: number
}

/** Refuses options that a run does not have. @param more options that only this run has */
export function requireRun(run: Omit<RunOptions, 'sinceMs'>, more: readonly string[] = []): void {
  requireOptions(run, ['sinceMs', 'time', 'version', 'known', 'lookup', 'onProgress', 'onRepeat', ...more])
}

/** Opens the client of one run, with pauses and limits from the settings. */
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
