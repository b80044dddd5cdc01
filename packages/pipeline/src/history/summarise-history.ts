import type { History, SkippedRow } from './types.ts'

/** Rows of one file that were skipped for the same cause. */
export interface SkippedGroup {
  readonly file: string
  /** The column at fault, or `cells` when their number is. */
  readonly cause: string
  readonly rows: number
  readonly first: SkippedRow
}

/** Counts of a history. */
export interface HistorySummary {
  readonly series: number
  /** Series whose games decide them. */
  readonly completeSeries: number
  readonly games: number
  readonly gamesWithoutSides: number
  /** Games with the gold of both teams. */
  readonly gamesWithGold: number
  /** Lines of one player in one game. */
  readonly playerLines: number
  /** Rows of odds. */
  readonly odds: number
  readonly teams: number
  readonly players: number
  readonly champions: number
  readonly tournaments: number
  /** Start of the first and of the last series; null without any. */
  readonly fromMs: number | null
  readonly toMs: number | null
  /** Keys are `1`, `2`, `3` and `5`. */
  readonly seriesByBestOf: Readonly<Record<string, number>>
  /** Most rows first. */
  readonly skipped: readonly SkippedGroup[]
  readonly skippedRows: number
}

/** The counts of a history that a log shows before anything is built from it. */
export function summariseHistory(history: History): HistorySummary {
  const games = history.series.flatMap((series) => series.games)
  const seriesByBestOf: Record<string, number> = {}
  for (const { bestOf } of history.series) seriesByBestOf[bestOf] = (seriesByBestOf[bestOf] ?? 0) + 1
  return {
    series: history.series.length,
    completeSeries: history.series.filter(({ complete }) => complete).length,
    games: games.length,
    gamesWithoutSides: games.filter(({ sidesKnown }) => !sidesKnown).length,
    gamesWithGold: games.filter(({ sides }) => sides[0].gold !== null && sides[1].gold !== null).length,
    playerLines: history.playerGames.length,
    odds: history.odds.length,
    teams: history.teams.length,
    players: history.players.length,
    champions: history.champions.length,
    tournaments: history.tournaments.length,
    fromMs: history.series[0]?.startMs ?? null,
    toMs: history.series.at(-1)?.startMs ?? null,
    seriesByBestOf,
    skipped: groupSkipped(history.skipped),
    skippedRows: history.skipped.length,
  }
}

function groupSkipped(skipped: readonly SkippedRow[]): readonly SkippedGroup[] {
  const groups = new Map<string, SkippedGroup>()
  for (const row of skipped) {
    const cause = row.reason.slice(0, row.reason.indexOf(':'))
    const key = `${row.file} ${cause}`
    const group = groups.get(key)
    groups.set(key, { file: row.file, cause, rows: (group?.rows ?? 0) + 1, first: group?.first ?? row })
  }
  return [...groups.values()].sort((a, b) => b.rows - a.rows)
}
