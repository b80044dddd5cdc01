import { dayMs, dayOf } from '@riftline/base'
import type { SeriesOutcome } from '@riftline/record'
import { entryOf } from '../../group-by.ts'
import type { ReadBase } from '../read-history.ts'
import { countWins, type LooseGame, longestPauseMs } from './cut-series.ts'

/** Number of series with each score, in a phase or on one day of a league. */
interface Scores {
  single: number
  draw: number
  twoNil: number
  twoOne: number
  toThree: number
  readonly isRunning?: boolean
}

type Group = (series: readonly LooseGame[]) => string
const phaseOf: Group = (series) => `phase ${series[0]!.phase}`
const leagueOf: Group = (series) => `league ${series[0]!.league} ${series[0]!.playoffs === true}`
const leagueDayOf: Group = (series) => `${series[0]!.league} ${dayOf(series[0]!.startMs)}`

/**
 * Infers the best-of of every series from its score and the formats of its phase and its day. Later series of the phase count
 * too, because the format was public before its first game. A series that may still be running (`isOver` is false) counts only
 * if no other one does, and never as a draw.
 */
export function inferBestOf(
  all: readonly (readonly LooseGame[])[],
  isOver: (series: readonly LooseGame[]) => boolean = () => true,
): readonly number[] {
  const over = all.filter(isOver)
  const countBy = (group: Group): ((series: readonly LooseGame[]) => Scores) => {
    const [known, open] = [countScores(over, group), countScores(all, group)]
    return (series) => known.get(group(series)) ?? { ...open.get(group(series))!, isRunning: true }
  }
  const [phase, day] = [countBy(phaseOf), countBy(leagueDayOf)]
  return all.map((series) => bestOf(series, phase(series), day(series)))
}

function countScores(all: readonly (readonly LooseGame[])[], group: Group): ReadonlyMap<string, Scores> {
  const counts = new Map<string, Scores>()
  for (const series of all) {
    const scores = entryOf(counts, group(series), () => ({ single: 0, draw: 0, twoNil: 0, twoOne: 0, toThree: 0 }))
    scores[scoreOf(series)] += 1
  }
  return counts
}

function scoreOf(series: readonly LooseGame[]): Exclude<keyof Scores, 'isRunning'> {
  const [low, high] = countWins(series)
  const more = Math.max(low, high)
  const less = Math.min(low, high)
  if (more === 3) return 'toThree'
  if (more === 2) return less === 0 ? 'twoNil' : 'twoOne'
  return less === 1 ? 'draw' : 'single'
}

function bestOf(series: readonly LooseGame[], phase: Scores, day: Scores): number {
  const [low, high] = countWins(series)
  const more = Math.max(low, high)
  const highest = Math.max(series.length, ...series.map((game) => game.number ?? 0))
  if (more === 3 || highest > 3) return 5
  if (highest === 3) return 3
  const draws = phase.draw > phase.twoOne && phase.isRunning !== true
  if (more === 2 || series.length === 2) return draws ? 2 : 3
  const longer = ({ draw, twoNil, twoOne, toThree }: Scores): number => draw + twoNil + twoOne + toThree
  if (highest === 1 && (phase.single >= longer(phase) || (day.single > 1 && day.single > longer(day)))) return 1
  if (draws) return 2
  return phase.toThree > phase.twoNil + phase.twoOne ? 5 : 3
}

/** Formats that each league is known to play, by league code; other leagues have no known format. */
export type LeagueFormats = ReadonlyMap<string, ReadonlySet<number>>

export function formatsOf(graded: readonly SeriesOutcome[]): LeagueFormats {
  const formats = new Map<string, Set<number>>()
  for (const { league, bestOf } of graded) entryOf(formats, league, () => new Set()).add(bestOf)
  return formats
}

type Loose = readonly LooseGame[]

/** Whether a series may still continue after the newest known game: no pause is longer than four hours. */
export function isNear(newestMs: number): (games: readonly { readonly startMs: number }[]) => boolean {
  return (games) => {
    const last = Math.max(...games.map(({ startMs }) => startMs))
    // A start at midnight sharp means that only the day is known.
    const lastMs = last % dayMs === 0 ? last + dayMs - 1 : last
    return lastMs + longestPauseMs >= newestMs
  }
}

type FileKnowledge = Pick<ReadBase, 'leagueFormats' | 'nowMs'> & { readonly newestMs: number }

/** Files grow daily: if a file is read later than this after its newest game, the series of that day are over. */
const dailyMs = 2 * dayMs

/**
 * Finds the series that may have been running when the games were written: the last game is near the newest one, and the
 * score does not decide every format that the phase can have.
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
    for (const key of [phaseOf(series), leagueOf(series)]) entryOf(seen, key, () => new Set()).add(inferred[index]!)
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
    // If no format seen in the phase fits, the series has a format not yet seen in it.
    const possible = seen.has(phaseOf(series)) && ofPhase.length > 0 ? ofPhase : fitting(unseen(series, bestOf))
    return (possible.length === 0 ? [bestOf] : possible).some((one) => !isDecided(one, series))
  })
}

/** Whether a series of this format can have reached the present score. */
function canBe(bestOf: number, series: Loose): boolean {
  const most = Math.max(series.length, ...series.map((game) => game.number ?? 0))
  return most <= bestOf && Math.max(...countWins(series)) <= (bestOf === 2 ? 2 : Math.ceil(bestOf / 2))
}

function isDecided(bestOf: number, series: Loose): boolean {
  return bestOf === 2 ? series.length >= 2 : Math.max(...countWins(series)) >= Math.ceil(bestOf / 2)
}
