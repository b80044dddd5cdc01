import { dayMs } from '@riftline/base'
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

/** What is known of the files that series were cut from, beside their games. */
export interface FileKnowledge {
  readonly newestMs: number
  /** Formats of leagues before these games. */
  readonly leagueFormats?: LeagueFormats | undefined
  /** The moment of the reading; default: soon after the newest game. */
  readonly nowMs?: number | undefined
}

/** Files grow daily: of one that is read later than this after its newest game, that day's series are over. */
const dailyMs = 2 * dayMs

/**
 * Finds the series that may have been running when the games were written down: their last game is near the newest one, and not
 * every format that their phase can have is decided by their score. A phase has the formats of its series that are over. One that
 * was never seen can be of single games, of best-of-3s and of what its league is known for, unless the file is old; playoffs,
 * and phases of which nobody says that they are none, can have a best-of-3 and a best-of-5.
 *
 * @param inferred best-of of each series
 */
export function runningSeries(
  all: readonly Loose[],
  inferred: readonly number[],
  { newestMs, leagueFormats = new Map(), nowMs = newestMs }: FileKnowledge,
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
  const isOld = newestMs + dailyMs < nowMs
  const unseen = (series: Loose, bestOf: number): ReadonlySet<number> => {
    const [now, before] = [seen.get(leagueOf(series)), leagueFormats.get(series[0]!.league)]
    if (!isOld) return new Set([1, 3, ...(now ?? []), ...(before ?? [])])
    return now ?? (before === undefined || before.has(bestOf) ? new Set([bestOf]) : before)
  }
  return all.filter((series, index) => {
    if (!near(series)) return false
    const bestOf = inferred[index]!
    const fitting = (formats: Iterable<number>): readonly number[] =>
      [...formats, ...(series[0]!.playoffs === false ? [] : [3, 5])].filter((one) => canBe(one, series))
    const ofPhase = fitting(seen.get(phaseOf(series)) ?? [])
    // Where no format of its phase fits, the phase has one more.
    const possible = seen.has(phaseOf(series)) && ofPhase.length > 0 ? ofPhase : fitting(unseen(series, bestOf))
    return (possible.length === 0 ? [bestOf] : possible).some((one) => !isDecided(one, series))
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
