import { dayMs } from '@riftline/core'
import { countWins, type LooseGame, longestPauseMs } from './cut-series.ts'
import { leagueOf, phaseOf } from './infer-best-of.ts'

/** Formats that a league is known to play, by its code; a league that is not in it has none. */
export type LeagueFormats = ReadonlyMap<string, ReadonlySet<number>>

type Loose = readonly LooseGame[]

/** Whether a series may go on after the newest game that is known: one goes on within four hours. */
export function isNear(newestMs: number): (games: readonly { readonly startMs: number }[]) => boolean {
  return (games) => {
    const last = Math.max(...games.map(({ startMs }) => startMs))
    // Of a game at midnight sharp only the day is known.
    const lastMs = last % dayMs === 0 ? last + dayMs - 1 : last
    return lastMs + longestPauseMs >= newestMs
  }
}

/**
 * Finds the series that may have been running when the games were written down: their last game is near the newest one, and not
 * every format that their phase can have is decided by their score. A phase has the formats of its series that are over, a phase
 * without any those of its league, and every playoffs may have a best-of-5.
 *
 * @param inferred best-of of each series
 * @param known formats of leagues before these games
 */
export function runningSeries(
  all: readonly Loose[],
  inferred: readonly number[],
  newestMs: number,
  known: LeagueFormats = new Map(),
): readonly Loose[] {
  const near = isNear(newestMs)
  const seen = new Map<string, Set<number>>()
  for (const [index, series] of all.entries()) {
    if (near(series)) continue
    for (const key of [phaseOf(series), leagueOf(series)]) {
      const formats = seen.get(key) ?? new Set()
      seen.set(key, formats.add(inferred[index]!))
    }
  }
  const formatsOf = (series: Loose, bestOf: number): ReadonlySet<number> => {
    const formats = seen.get(phaseOf(series)) ?? seen.get(leagueOf(series))
    if (formats !== undefined) return formats
    const before = known.get(series[0]!.league)
    return before === undefined || before.has(bestOf) ? new Set([bestOf]) : before
  }
  return all.filter((series, index) => {
    if (!near(series)) return false
    const formats = [...formatsOf(series, inferred[index]!), ...(series[0]!.playoffs === true ? [5] : [])]
    const possible = formats.filter((bestOf) => canBe(bestOf, series))
    return (possible.length === 0 ? [inferred[index]!] : possible).some((bestOf) => !isDecided(bestOf, series))
  })
}

/** Whether a series of this format can have come so far. */
function canBe(bestOf: number, series: Loose): boolean {
  const most = Math.max(series.length, ...series.map((game) => game.number ?? 0))
  return most <= bestOf && Math.max(...countWins(series)) <= (bestOf === 2 ? 2 : Math.ceil(bestOf / 2))
}

function isDecided(bestOf: number, series: Loose): boolean {
  return bestOf === 2 ? series.length >= 2 : Math.max(...countWins(series)) >= Math.ceil(bestOf / 2)
}
