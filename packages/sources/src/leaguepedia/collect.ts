import type { StatedGame, StatedSeries } from '@riftline/predictor'
import type { SkippedPart } from '../source-run.ts'
import type { CargoRow } from './cargo.ts'
import { optionalText, readRow, text } from './cells.ts'
import { isNullified, noLineups, toGame, toLineups, toSeries } from './to-stated.ts'

/** The rows of one window of time. */
export interface WindowRows {
  readonly series: readonly CargoRow[]
  readonly games: readonly CargoRow[]
  readonly players: readonly CargoRow[]
}

export interface Collected {
  readonly games: readonly StatedGame[]
  readonly series: readonly StatedSeries[]
  readonly skipped: readonly SkippedPart[]
}

/** Games and series of windows, oldest first. What one of them says of a series or a team holds for all. */
export function collect(windows: readonly WindowRows[], nowMs: number): Collected {
  const skipped: SkippedPart[] = []
  const series = new Map<string, StatedSeries>()
  const nullified = new Set<string>()
  const pages = new Map<string, string>()

  /** Reads one row of a known league; a bad one is named and skipped. */
  function read(kind: string, row: CargoRow, key: string, act: () => void): void {
    readRow(row, kind, key, skipped, () => {
      if (optionalText(row, 'LeagueShort') === null)
        skipped.push({ what: `${kind} ${text(row, key)}`, why: 'league_unknown' })
      else act()
    })
  }

  for (const row of windows.flatMap((window) => window.series)) {
    read('series', row, 'MatchId', () => {
      const what = `series ${text(row, 'MatchId')}`
      if (isNullified(row)) {
        nullified.add(text(row, 'MatchId'))
        skipped.push({ what, why: 'nullified' })
        return
      }
      const stated = toSeries(row, nowMs)
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
        const gameId = text(row, 'GameId')
        const game = toGame(row, lineups.get(gameId) ?? noLineups, pages)
        if (game.seriesId !== null && nullified.has(game.seriesId))
          skipped.push({ what: `game ${gameId}`, why: 'nullified' })
        else if (game.winner === null) skipped.push({ what: `game ${gameId}`, why: 'no_winner' })
        // A mistyped date would make the data as new as it says.
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

/** Keeps the later of two scoreboards with one number in one series. */
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
