import { invalidArgument } from '@riftline/base'
import { type SeriesMarketsOptions, seriesMarkets } from '@riftline/core'
import { type MarketBook, parseMarketBook } from '../../league/request/parse-market-book.ts'
import type { MarketsMatchup, Prediction, TeamRef } from '../../types.ts'
import { bookPrices, noPrices, type PlaceOf } from './book-prices.ts'
import type { MarketsAnswer, Pair } from './markets-answer.ts'
import { toMarkets } from './to-markets.ts'

/**
 * The markets of a series at its standing, in the order of the request.
 *
 * @param prediction the answer that `strength` is of
 * @param strength of the team with the lower id
 * @param currentId the id that a team has now
 * @throws RiftlineError `invalid_argument` for a book of another form or of other teams
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
  const placeOf = book === null ? nowhere : placeAmong(teams, currentId)
  const compared = book === null ? null : comparedBook(book, matchup, placeOf)
  const prices = compared === null ? noPrices : bookPrices(compared, placeOf)
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
    markets: toMarkets(series, prices, teams, blueFirst),
  }
}

const nowhere: PlaceOf = () => null

function placeAmong([first, second]: Pair<TeamRef>, currentId: (id: number) => number): PlaceOf {
  return (id) => {
    const current = currentId(id)
    return current === first.id ? 0 : current === second.id ? 1 : null
  }
}

/** The book, or null where its prices are of another situation: of another best-of, or from before the maps played since. */
function comparedBook(given: unknown, { blue, red, bestOf, standing }: MarketsMatchup, placeOf: PlaceOf) {
  const book = parseMarketBook(given)
  const { team1, team2 } = book.match
  const places = [placeOf(team1.id), placeOf(team2.id)]
  if (!places.includes(0) || !places.includes(1)) {
    throw invalidArgument('book.match', `the teams ${blue.id} and ${red.id}`, `${team1.id} and ${team2.id}`)
  }
  return book.match.bestOf === bestOf && standing.blue + standing.red === 0 ? book : null
}
