import { fillTotals, type SideTotals } from '../history/side-totals.ts'
import { type Game, type PlayerGame, roles } from '../history/types.ts'

/**
 * The totals of both sides, from their players' lines where they have none of their own. Deaths that are not known so are the
 * other side's kills: the same in 97 % of games.
 */
export function toSideTotals(
  { sides }: Pick<Game, 'sides'>,
  lines: readonly [readonly PlayerGame[], readonly PlayerGame[]],
): readonly [SideTotals, SideTotals] {
  const [first, second] = [fillTotals<SideTotals>(sides[0], lines[0]), fillTotals<SideTotals>(sides[1], lines[1])]
  return [
    { ...first, deaths: first.deaths ?? second.kills },
    { ...second, deaths: second.deaths ?? first.kills },
  ]
}

/** Totals of a side that shares of its players are taken of; null where they are unknown or contradict the players' lines. */
export type ShareTotals = Pick<SideTotals, 'kills' | 'gold'>

/** A side's lines without what contradicts the side, and what shares are taken of. */
export interface BelievedLines {
  readonly lines: readonly PlayerGame[]
  readonly shareTotals: ShareTotals
}

/** Gold of a side and of its five players is counted at slightly different moments: apart by .1 % at most in 50,000 sides. */
const goldTolerance = 0.01

/**
 * Compares the lines of a side with its totals. Nobody has a hand in more kills than the team has, the kills of five are the
 * team's, and so is their gold. What breaks this is mistyped, and nobody knows which of the numbers is: a line with too many kills and assists
 * has neither, and a total that its lines contradict is none to take a share of.
 */
export function believeLines(lines: readonly PlayerGame[], { kills, gold }: SideTotals): BelievedLines {
  const [killsOfLines, goldOfLines] = [sumOf(lines, 'kills'), sumOf(lines, 'gold')]
  const mostKills = kills === null ? Number.POSITIVE_INFINITY : Math.max(kills, killsOfLines.sum)
  const believed = lines.map((line) => {
    if ((line.kills ?? 0) + (line.assists ?? 0) <= mostKills) return line
    return { ...line, kills: null, deaths: null, assists: null }
  })
  return {
    lines: believed,
    shareTotals: { kills: agreed(kills, killsOfLines, 0), gold: agreed(gold, goldOfLines, goldTolerance) },
  }
}

interface LineSum {
  readonly sum: number
  readonly most: number
  readonly isWhole: boolean
}

function sumOf(lines: readonly PlayerGame[], name: 'kills' | 'gold'): LineSum {
  const values = lines.flatMap((line) => line[name] ?? [])
  const sum = values.reduce((all, value) => all + value, 0)
  return { sum, most: Math.max(0, ...values), isWhole: values.length === roles.length }
}

/** The total where the lines agree with it: five add up to it, fewer to no more, and none alone is above it. */
function agreed(total: number | null, { sum, most, isWhole }: LineSum, tolerance: number): number | null {
  if (total === null || total === 0 || most > total) return null
  const excess = sum / total - 1
  return excess > tolerance || (isWhole && excess < -tolerance) ? null : total
}
