import { invalidArgument } from '@riftline/base'
import {
  arePlausible,
  devig,
  expectedValue,
  type SeriesMarkets,
  type SeriesMarketsOptions,
  type SideChances,
  seriesMarkets,
} from '@riftline/core'
import type { Standing } from '@riftline/core/market'
import { clamp } from '@riftline/core/math'
import { type MarketBook, parseMarketBook } from '../../league/request/parse-market-book.ts'
import type { MarketsMatchup, Prediction, TeamRef } from '../../types.ts'
import type {
  BookPrice,
  DerivedMarkets,
  LineSelection,
  MarketsAnswer,
  Pair,
  Selection,
  TeamSelection,
} from './markets-answer.ts'

/** Computes all numbers for the first team (`blue` of `series`), then swaps them: a swapped request gets the same bits. */
function toMarkets(
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

/** Makes both probabilities from the smaller one: each is exactly 1 minus the other, and impossible outcomes have exactly 0. */
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

/**
 * The markets of a series at its standing, in the order of the request. `strength` is that of the team with the lower id.
 * @throws RiftlineError `invalid_argument` for a malformed book, or one of other teams
 */
export function toMarketsAnswer(
  matchup: MarketsMatchup,
  prediction: Prediction,
  strength: Pick<SeriesMarketsOptions, 'probability' | 'sd' | 'shift'>,
  book: MarketBook | null,
  currentId: (id: number) => number,
): MarketsAnswer {
  const { blue, red, bestOf, standing } = matchup
  const blueFirst = blue.id < red.id
  const teams: Pair<TeamRef> = blueFirst ? [blue, red] : [red, blue]
  const won = blueFirst ? standing : { blue: standing.red, red: standing.blue }
  const placeOf = placeAmong(teams, currentId)
  const compared = book === null ? null : comparedBook(book, matchup, placeOf)
  const series = seriesMarkets({ ...strength, bestOf, standing: won })
  return {
    blueTeam: prediction.blueTeam,
    redTeam: prediction.redTeam,
    model: prediction.model,
    bestOf,
    league: prediction.league,
    asOfUtc: prediction.asOfUtc,
    dataThroughUtc: prediction.dataThroughUtc,
    artifacts: prediction.artifacts,
    ...(prediction.moment && { moment: prediction.moment }),
    standing,
    calibratedBlueWinProbability: prediction.calibratedBlueWinProbability,
    calibratedRedWinProbability: prediction.calibratedRedWinProbability,
    book: compared && {
      esportsMatchId: compared.match.esportsMatchId,
      capturedAtUtc: compared.capturedAtUtc,
      isClosingLine: compared.isClosingLine,
    },
    markets: toMarkets(series, bookPrices(compared, placeOf), teams, blueFirst),
  }
}

function placeAmong([first, second]: Pair<TeamRef>, currentId: (id: number) => number): PlaceOf {
  return (id) => {
    const current = currentId(id)
    return current === first.id ? 0 : current === second.id ? 1 : null
  }
}

/** Returns the book; null if its prices are for another best-of, or from before maps that are now played. */
function comparedBook(given: unknown, { blue, red, bestOf, standing }: MarketsMatchup, placeOf: PlaceOf) {
  const book = parseMarketBook(given)
  const { team1, team2 } = book.match
  const places = [placeOf(team1.id), placeOf(team2.id)]
  if (!places.includes(0) || !places.includes(1)) {
    throw invalidArgument('book.match', `the teams ${blue.id} and ${red.id}`, `${team1.id} and ${team2.id}`)
  }
  return book.match.bestOf === bestOf && standing.blue + standing.red === 0 ? book : null
}

/** A price before comparison with our chance. */
type Price = Omit<BookPrice, 'ev'>

type BookPrices = ReturnType<typeof bookPrices>

type Odds = NonNullable<MarketBook['markets']['seriesWinner']>[number]

/** Finds the place of an id among the two teams of a series; null for neither. */
type PlaceOf = (id: number) => 0 | 1 | null

/** Prices of a book by selection, the first team's before the second's; null if it has none. */
function bookPrices(book: MarketBook | null, placeOf: PlaceOf) {
  const ofTeams = <One extends Odds>(odds: readonly One[] | null | undefined): Pair<One> | null => {
    const first = odds?.find(({ team }) => placeOf(team.id) === 0)
    const second = odds?.find(({ team }) => placeOf(team.id) === 1)
    return first === undefined || second === undefined ? null : [first, second]
  }
  const teamPrices = (odds: readonly Odds[] | null | undefined): Pair<Price> | null => {
    const pair = ofTeams(odds)
    return pair && twoWay(pair)
  }
  const { markets, mapWinners } = book ?? { markets: {} as MarketBook['markets'] }
  return {
    seriesWinner: teamPrices(markets.seriesWinner),
    /** @param line that of the first team */
    handicap(line: number): Pair<Price> | null {
      const lines = markets.handicap?.map(({ odds }) => ofTeams(odds))
      const found = lines?.find((pair) => pair?.[0].line === line && pair[1].line === -line)
      return found ? twoWay(found) : null
    },
    totalMaps(line: number): Pair<Price> | null {
      const found = markets.totalMaps?.find((total) => total.line === line)
      if (found === undefined) return null
      return twoWay([
        { decimalOdds: found.over, takeDecimalOdds: found.overTakeDecimalOdds },
        { decimalOdds: found.under, takeDecimalOdds: found.underTakeDecimalOdds },
      ])
    },
    mapWinner: (map: number) => teamPrices(mapWinners?.find((winner) => winner.map === map)?.odds),
    /** Prices of the given scores; the first team counts as blue in them. */
    correctScores: (scores: readonly Standing[]) => scorePrices(markets.correctScore ?? [], scores, placeOf),
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

/** Sources put either team's maps first in a score, so the larger number is read as the winner's. */
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
