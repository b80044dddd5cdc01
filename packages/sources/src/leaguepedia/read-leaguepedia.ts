import { dayMs } from '@riftline/base'
import type { StatedGame, StatedSeries } from '@riftline/predictor'
import type { SourceClient } from '../http/source-client.ts'
import type { SourceSettings } from '../settings.ts'
import {
  nothingStated,
  openRunClient,
  type RunOptions,
  requireRun,
  type SkippedPart,
  type SourceRun,
  scheduleMs,
  toFailure,
} from '../source-run.ts'
import * as cargo from './cargo.ts'
import { isNullified, noLineups, seriesOfRow, toGame, toLineups } from './to-stated.ts'

const windowMs = 28 * dayMs
const anonymousPauseMs = 10_000
const loggedInPauseMs = 2000

/**
 * Reads Leaguepedia's games and series from `sinceMs` to now, and its schedule 60 days ahead, in windows of 28 days, oldest first.
 * Each window is read in full or not at all: after a fault, earlier windows are kept.
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
    if (login !== null) await cargo.logIn(client, url, login)
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

/** Reads one window. Its end does not depend on the clock, so that the next run sends the same request and may get "unchanged". */
async function readWindow(client: SourceClient, url: string, fromMs: number, hasGames: boolean): Promise<WindowRows> {
  const untilMs = fromMs + windowMs
  const series = await cargo.queryCargo(client, url, cargo.seriesQuery, fromMs, untilMs)
  if (!hasGames) return { series, games: [], players: [] }
  const games = await cargo.queryCargo(client, url, cargo.gamesQuery, fromMs, untilMs)
  return { series, games, players: await cargo.queryCargo(client, url, cargo.playersQuery, fromMs, untilMs) }
}

interface WindowRows {
  readonly series: readonly cargo.CargoRow[]
  readonly games: readonly cargo.CargoRow[]
  readonly players: readonly cargo.CargoRow[]
}

export function collect(windows: readonly WindowRows[], nowMs: number) {
  const skipped: SkippedPart[] = []
  const series = new Map<string, StatedSeries>()
  const nullified = new Set<string>()
  const pages = new Map<string, string>()

  /** Reads one row with a known league; a bad row is skipped and reported. */
  function read(kind: string, row: cargo.CargoRow, key: string, act: () => void): void {
    cargo.readRow(row, kind, key, skipped, () => {
      if (cargo.optionalText(row, 'LeagueShort') === null)
        skipped.push({ what: `${kind} ${cargo.requiredText(row, key)}`, why: 'league_unknown' })
      else act()
    })
  }

  for (const row of windows.flatMap((window) => window.series)) {
    read('series', row, 'MatchId', () => {
      const what = `series ${cargo.requiredText(row, 'MatchId')}`
      if (isNullified(row)) {
        nullified.add(cargo.requiredText(row, 'MatchId'))
        skipped.push({ what, why: 'nullified' })
        return
      }
      const stated = seriesOfRow(row, nowMs)
      if (stated === null) return
      for (const { name, sourceId } of stated.teams) if (sourceId !== null) pages.set(name, sourceId)
      if (series.has(stated.id)) skipped.push({ what, why: 'duplicate' })
      else series.set(stated.id, stated)
      if (stated.forfeit) skipped.push({ what, why: 'forfeit' })
    })
  }

  const games = new Map<string, StatedGame>()
  for (const { games: rows, players } of windows) {
    const lineups = toLineups(players, skipped)
    for (const row of rows) {
      read('game', row, 'GameId', () => {
        const gameId = cargo.requiredText(row, 'GameId')
        const game = toGame(row, lineups.get(gameId) ?? noLineups, pages)
        if (game.seriesId !== null && nullified.has(game.seriesId))
          skipped.push({ what: `game ${gameId}`, why: 'nullified' })
        else if (game.winner === null) skipped.push({ what: `game ${gameId}`, why: 'no_winner' })
        // A mistyped future date would make the data look newer than they are.
        else if (game.startMs > nowMs) skipped.push({ what: `game ${gameId}`, why: 'completed_before_start' })
        else if (games.has(game.id)) skipped.push({ what: `game ${gameId}`, why: 'duplicate' })
        else games.set(game.id, game)
      })
    }
  }
  const played = new Set([...games.values()].map(({ seriesId }) => seriesId))
  const believed = [...series.values()].filter(({ id, state, scheduledMs }) => {
    const isAhead = state === 'ended' && scheduledMs > nowMs && !played.has(id)
    if (isAhead) skipped.push({ what: `series ${id}`, why: 'completed_before_start' })
    return !isAhead
  })
  return { games: withoutRemakes([...games.values()], skipped), series: believed, skipped }
}

/** Keeps the later of two scoreboards with the same number in a series. */
function withoutRemakes(games: readonly StatedGame[], skipped: SkippedPart[]): readonly StatedGame[] {
  const byNumber = new Map<string, StatedGame>()
  const replaced = new Set<StatedGame>()
  for (const game of games) {
    if (game.seriesId === null || game.gameNumber === null) continue
    const key = JSON.stringify([game.seriesId, game.gameNumber])
    const other = byNumber.get(key)
    if (other === undefined) {
      byNumber.set(key, game)
      continue
    }
    const [earlier, later] =
      game.startMs > other.startMs || (game.startMs === other.startMs && game.id > other.id)
        ? [other, game]
        : [game, other]
    byNumber.set(key, later)
    replaced.add(earlier)
    skipped.push({ what: `game ${earlier.id}`, why: 'remake' })
  }
  return games.filter((game) => !replaced.has(game))
}
