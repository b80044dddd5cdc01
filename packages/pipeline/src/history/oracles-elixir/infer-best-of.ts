import { countWins, type LooseGame } from './cut-series.ts'

/** How often each score occurs, in a phase or on one day of a league. */
interface Scores {
  single: number
  draw: number
  twoNil: number
  twoOne: number
  toThree: number
}

type Group = (series: readonly LooseGame[]) => string
const phaseOf: Group = (series) => series[0]!.phase
const dayOf: Group = (series) => `${series[0]!.league} ${Math.floor(series[0]!.startMs / 86_400_000)}`

/**
 * The best-of of every series, from its score and the format around it, since the source does not tell. A 3-x is a best-of-5
 * and a 2-1 a best-of-3; 1-1 and 2-0 are a best-of-2 in a phase where draws are more frequent than 2-1, else of a best-of-3. A
 * single game is a best-of-1 on a day of its league with mostly single games, or when they are as frequent as longer series in
 * its phase; else a game is missing. Looks at the whole phase, also at what came later: the format was public before the first
 * game, it only has to be found again. Takes series of one game at least.
 */
export function inferBestOf(all: readonly (readonly LooseGame[])[]): readonly number[] {
  const phases = countScores(all, phaseOf)
  const days = countScores(all, dayOf)
  return all.map((series) => bestOf(series, phases.get(phaseOf(series))!, days.get(dayOf(series))!))
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

function scoreOf(series: readonly LooseGame[]): keyof Scores {
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
  const draws = phase.draw > phase.twoOne
  if (more === 2 || series.length === 2) return draws ? 2 : 3
  if (highest === 1 && (phase.single >= longer(phase) || (day.single > 1 && day.single > longer(day)))) return 1
  if (draws) return 2
  return phase.toThree > phase.twoNil + phase.twoOne ? 5 : 3
}

function longer({ draw, twoNil, twoOne, toThree }: Scores): number {
  return draw + twoNil + twoOne + toThree
}
