import { dayOf } from '@riftline/base'
import { countWins, type LooseGame } from './cut-series.ts'

/** How often each score occurs, in a phase or on one day of a league. */
interface Scores {
  single: number
  draw: number
  twoNil: number
  twoOne: number
  toThree: number
  /** None of these series is known to be over. */
  readonly isRunning?: boolean
}

type Group = (series: readonly LooseGame[]) => string
export const phaseOf: Group = (series) => `phase ${series[0]!.phase}`
/** The league, its playoffs apart. */
export const leagueOf: Group = (series) => `league ${series[0]!.league} ${series[0]!.playoffs === true}`
const leagueDayOf: Group = (series) => `${series[0]!.league} ${dayOf(series[0]!.startMs)}`

/**
 * Infers the best-of of every series from its score and the format around it, since the source does not have it. A 3-x is a
 * best-of-5 and a 2-1 a best-of-3; 1-1 and 2-0 are a best-of-2 in a phase where draws are more frequent than 2-1, else a
 * best-of-3. A single game is a best-of-1 on a day of its league with mostly single games, or when single games are as frequent
 * as longer series in its phase; else a game is missing. The whole phase counts, later series too: the format was public before
 * the first game and only has to be found again. A series that may still be running tells nothing of the format: it counts only
 * where no other does, and never as a draw.
 *
 * @param all series of at least one game
 * @param isOver whether a series can have no further game; default: all are over
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
    const key = group(series)
    const scores = counts.get(key) ?? { single: 0, draw: 0, twoNil: 0, twoOne: 0, toThree: 0 }
    counts.set(key, scores)
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
  if (highest === 1 && (phase.single >= longer(phase) || (day.single > 1 && day.single > longer(day)))) return 1
  if (draws) return 2
  return phase.toThree > phase.twoNil + phase.twoOne ? 5 : 3
}

function longer({ draw, twoNil, twoOne, toThree }: Scores): number {
  return draw + twoNil + twoOne + toThree
}
