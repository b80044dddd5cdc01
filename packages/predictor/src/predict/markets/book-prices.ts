import { arePlausible, devig } from '@riftline/core'
import type { Standing } from '@riftline/core/market'
import type { MarketBook } from '../../league/request/parse-market-book.ts'
import type { BookPrice, Pair } from './markets-answer.ts'

/** A price without what our chance makes of it. */
export type Price = Omit<BookPrice, 'ev'>

/** Prices of a book by selection, of the first team before the second; null where it has none. */
export interface BookPrices {
  readonly seriesWinner: Pair<Price> | null
  /** @param line of the first team */
  handicap(line: number): Pair<Price> | null
  /** Over, then under. */
  totalMaps(line: number): Pair<Price> | null
  mapWinner(map: number): Pair<Price> | null
  /** One for each of the scores asked for, of which the first team is blue. */
  correctScores(scores: readonly Standing[]): readonly (Price | null)[]
}

export const noPrices: BookPrices = {
  seriesWinner: null,
  handicap: () => null,
  totalMaps: () => null,
  mapWinner: () => null,
  correctScores: (scores) => scores.map(() => null),
}

type Odds = NonNullable<MarketBook['markets']['seriesWinner']>[number]

/** Place of an id among the two teams of a series; null for neither. */
export type PlaceOf = (id: number) => 0 | 1 | null

export function bookPrices({ markets, mapWinners }: MarketBook, placeOf: PlaceOf): BookPrices {
  const { handicap, totalMaps, correctScore } = markets
  const ofTeams = <One extends Odds>(odds: readonly One[] | null | undefined): Pair<One> | null => {
    const first = odds?.find(({ team }) => placeOf(team.id) === 0)
    const second = odds?.find(({ team }) => placeOf(team.id) === 1)
    return first === undefined || second === undefined ? null : [first, second]
  }
  const teamPrices = (odds: readonly Odds[] | null | undefined): Pair<Price> | null => {
    const pair = ofTeams(odds)
    return pair && twoWay(pair)
  }
  return {
    seriesWinner: teamPrices(markets.seriesWinner),
    handicap: (line) => {
      const lines = handicap?.map(({ odds }) => ofTeams(odds))
      const found = lines?.find((pair) => pair?.[0].line === line && pair[1].line === -line)
      return found ? twoWay(found) : null
    },
    totalMaps: (line) => {
      const found = totalMaps?.find((total) => total.line === line)
      if (found === undefined) return null
      return twoWay([
        { decimalOdds: found.over, takeDecimalOdds: found.overTakeDecimalOdds },
        { decimalOdds: found.under, takeDecimalOdds: found.underTakeDecimalOdds },
      ])
    },
    mapWinner: (map) => teamPrices(mapWinners?.find((winner) => winner.map === map)?.odds),
    correctScores: (scores) => scorePrices(correctScore ?? [], scores, placeOf),
  }
}

type Offered = Pick<Odds, 'decimalOdds' | 'takeDecimalOdds'>

function twoWay([first, second]: Pair<Offered>): Pair<Price> {
  const { probabilities, margin } = devig([first.decimalOdds, second.decimalOdds])
  const [p, q] = probabilities
  return [priceOf(first, p!, margin), priceOf(second, q!, margin)]
}

function priceOf({ decimalOdds, takeDecimalOdds }: Offered, probability: number | null, margin: number | null): Price {
  const taken = takeDecimalOdds ?? null
  return { decimalOdds, takeDecimalOdds: taken, price: taken === null ? 'mid' : 'take', probability, margin }
}

/** Sources write either side's maps of a score first, so the larger number is the winner's. */
function scorePrices(
  offered: NonNullable<MarketBook['markets']['correctScore']>,
  scores: readonly Standing[],
  placeOf: PlaceOf,
): readonly (Price | null)[] {
  const prices = scores.map(({ blue, red }) => {
    const text = `${Math.max(blue, red)}-${Math.min(blue, red)}`
    const backwards = [...text].reverse().join('')
    const isOffered = ({ team, score }: (typeof offered)[number]): boolean =>
      placeOf(team.id) === (blue > red ? 0 : 1) && (score === text || score === backwards)
    const fitting = offered.filter(isOffered)
    return fitting.length === 1 ? fitting[0]! : undefined
  })
  const known = prices.flatMap((price) => price?.decimalOdds ?? [])
  const fair = known.length === prices.length && arePlausible(known) ? devig(known) : null
  return prices.map((price, i) =>
    price === undefined ? null : priceOf(price, fair?.probabilities[i] ?? null, fair?.margin ?? null),
  )
}
