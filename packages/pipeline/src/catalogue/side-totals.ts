import type { Game, GameSide, PlayerGame } from '../history/types.ts'

const names = ['kills', 'deaths', 'assists', 'gold', 'cs'] as const

/** Totals of a side's five players; null is unknown. */
export type SideTotals = Readonly<Record<(typeof names)[number], number | null>>

/**
 * The totals of both sides: a side's own numbers, else the sums of its players' lines when all five are there. Deaths that are
 * not known so are the other side's kills: the same in 97 % of games.
 */
export function toSideTotals(
  { sides }: Pick<Game, 'sides'>,
  lines: readonly [readonly PlayerGame[], readonly PlayerGame[]],
): readonly [SideTotals, SideTotals] {
  const [first, second] = [ownTotals(sides[0], lines[0]), ownTotals(sides[1], lines[1])]
  return [
    { ...first, deaths: first.deaths ?? second.kills },
    { ...second, deaths: second.deaths ?? first.kills },
  ]
}

function ownTotals(side: GameSide, lines: readonly PlayerGame[]): SideTotals {
  return {
    kills: side.kills ?? sumOfFive(lines, 'kills'),
    deaths: side.deaths ?? sumOfFive(lines, 'deaths'),
    assists: side.assists ?? sumOfFive(lines, 'assists'),
    gold: side.gold ?? sumOfFive(lines, 'gold'),
    cs: side.cs ?? sumOfFive(lines, 'cs'),
  }
}

function sumOfFive(lines: readonly PlayerGame[], name: (typeof names)[number]): number | null {
  if (lines.length !== 5) return null
  let sum = 0
  for (const line of lines) {
    const value = line[name]
    if (value === null) return null
    sum += value
  }
  return sum
}
