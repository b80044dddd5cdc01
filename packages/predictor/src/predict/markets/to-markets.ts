import { expectedValue, type SeriesMarkets, type SideChances } from '@riftline/core'
import { clamp } from '@riftline/core/math'
import type { TeamRef } from '../../types.ts'
import type { BookPrices, Price } from './book-prices.ts'
import type { DerivedMarkets, LineSelection, Pair, Selection, TeamSelection } from './markets-answer.ts'

/**
 * The markets of a series in the order of the request. All numbers are made for the first team before they are turned, so that a
 * swapped request has the same ones to the bit.
 *
 * @param series `blue` is the first team
 * @param teams the first and the second
 * @param blueFirst whether the first team is blue in the request
 */
export function toMarkets(
  series: SeriesMarkets,
  prices: BookPrices,
  teams: Pair<TeamRef>,
  blueFirst: boolean,
): DerivedMarkets {
  const scorePrices = prices.correctScores(series.correctScore)
  const correctScore = series.correctScore.map(({ blue, red, probability }, i) => ({
    team: teams[blue > red ? 0 : 1],
    score: `${Math.max(blue, red)}-${Math.min(blue, red)}`,
    ...selection(clamp(probability, 0, 1), scorePrices[i]!),
  }))
  return {
    seriesWinner: turned(teamPair(teams, series.seriesWinner, prices.seriesWinner), blueFirst),
    handicap: series.handicap.map(({ line: blueLine }) => {
      const line = blueFirst ? blueLine : -blueLine
      const chances = series.handicap.find((own) => own.line === line)!
      const [{ team, ...first }, { team: other, ...second }] = teamPair(teams, chances, prices.handicap(line))
      const odds: Pair<LineSelection> = [
        { team, line, ...first },
        { team: other, line: -line, ...second },
      ]
      return { line: Math.abs(line), odds: turned(odds, blueFirst) }
    }),
    totalMaps: series.totalMaps.map((total) => {
      const { line } = total
      const [over, under] = pair(total.over, total.under, prices.totalMaps(line))
      return { line, over, under }
    }),
    correctScore: blueFirst ? correctScore : correctScore.reverse(),
    mapWinner: series.mapWinner.map((winner) => {
      const { map } = winner
      const odds = turned(teamPair(teams, winner, prices.mapWinner(map)), blueFirst)
      return { map, played: clamp(winner.played, 0, 1), odds }
    }),
  }
}

/** In the order of the request. */
function turned<T>([first, second]: Pair<T>, blueFirst: boolean): Pair<T> {
  return blueFirst ? [first, second] : [second, first]
}

function teamPair(teams: Pair<TeamRef>, { blue, red }: SideChances, offered: Pair<Price> | null): Pair<TeamSelection> {
  const [first, second] = pair(blue, red, offered)
  return [
    { team: teams[0], ...first },
    { team: teams[1], ...second },
  ]
}

/** Each probability is exactly 1 less the other; both come from the smaller one, so that what cannot happen has exactly 0. */
function pair(first: number, second: number, offered: Pair<Price> | null): Pair<Selection> {
  const larger = 1 - Math.min(first, second)
  const [p, q] = first < second ? [1 - larger, larger] : [larger, 1 - larger]
  return [selection(p, offered?.[0] ?? null), selection(q, offered?.[1] ?? null)]
}

function selection(probability: number, offered: Price | null): Selection {
  const book = offered && {
    ...offered,
    ev: expectedValue(probability, offered.takeDecimalOdds ?? offered.decimalOdds),
  }
  return { probability, fairOdds: probability === 0 ? null : 1 / probability, book }
}
