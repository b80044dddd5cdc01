import { dayMs } from '@riftline/base'
import type { SourceClient } from '../http/source-client.ts'
import type { SourceSettings } from '../settings/settings.ts'
import {
  nothingStated,
  openRunClient,
  type RunOptions,
  requireRun,
  type SourceRun,
  scheduleMs,
  toFailure,
} from '../source-run.ts'
import { gamesQuery, logIn, playersQuery, queryCargo, seriesQuery } from './cargo.ts'
import { collect, type WindowRows } from './collect.ts'

const windowMs = 28 * dayMs
const anonymousPauseMs = 10_000
const loggedInPauseMs = 2000

/**
 * Reads what Leaguepedia states from `sinceMs` to now, and its schedule 60 days ahead, in windows of 28 days, oldest first,
 * each whole or not at all: after a fault those before it stay.
 */
export async function readLeaguepedia(settings: SourceSettings, run: RunOptions): Promise<SourceRun> {
  requireRun(run)
  const { leaguepediaUser: user, leaguepediaPassword: password, leaguepediaUrl: url } = settings
  const login = user === null || password === null ? null : { user, password }
  const client = openRunClient(settings, run, login === null ? anonymousPauseMs : loggedInPauseMs)
  const nowMs = run.time.now()
  const windows: WindowRows[] = []
  let failure: ReturnType<typeof toFailure> | null = null
  let fromMs = run.sinceMs
  try {
    if (login !== null) await logIn(client, url, login)
    const of = Math.ceil((nowMs + scheduleMs - fromMs) / windowMs)
    for (; fromMs < nowMs + scheduleMs; fromMs += windowMs) {
      run.onProgress?.({ done: windows.length, of })
      windows.push(await readWindow(client, url, fromMs, fromMs < nowMs))
    }
    run.onProgress?.({ done: of, of })
  } catch (error) {
    failure = toFailure(error)
  } finally {
    await client.close()
  }
  const { requests, known } = client
  if (failure !== null && windows.length === 0) {
    return { ...nothingStated, ...failure, requests, known: { ...run.known, ...known } }
  }
  const { games, series, skipped } = collect(windows, nowMs)
  return {
    status: failure === null ? 'ok' : 'partial',
    fault: failure?.fault ?? null,
    reason: failure?.reason ?? null,
    requests,
    games,
    series: series.filter(({ state }) => state !== 'upcoming'),
    scheduled: series.filter(({ state, scheduledMs }) => state === 'upcoming' && scheduledMs <= nowMs + scheduleMs),
    coveredUntilMs: Math.min(nowMs, fromMs),
    skipped,
    known,
  }
}

/** The end of a window does not follow the clock, so that the next run asks the same and may hear that nothing has changed. */
async function readWindow(client: SourceClient, url: string, fromMs: number, hasGames: boolean): Promise<WindowRows> {
  const untilMs = fromMs + windowMs
  const series = await queryCargo(client, url, seriesQuery, fromMs, untilMs)
  if (!hasGames) return { series, games: [], players: [] }
  const games = await queryCargo(client, url, gamesQuery, fromMs, untilMs)
  return { series, games, players: await queryCargo(client, url, playersQuery, fromMs, untilMs) }
}
