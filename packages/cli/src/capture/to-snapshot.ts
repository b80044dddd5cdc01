import { toUtc } from '@riftline/base'
import { type OddsSnapshot, sameSeriesMs } from '@riftline/odds'
import type { OddsPair, OddsSkipReason } from '@riftline/sources'
import type { PlacedSeries } from './place-events.ts'

const mostLines = 100

/** Makes a series' snapshot, with the teams in the schedule's order; or returns the reason against it. */
export function toSnapshot(placed: PlacedSeries): OddsSnapshot | OddsSkipReason {
  const { announced, teams, source, capturedMs } = placed
  const bestOf = placed.bestOf ?? announced?.bestOf ?? null
  if (announced !== null && announced.startedUtc !== null) return 'started'
  if (bestOf === null) return 'no_best_of'
  const isSwapped = announced?.teamIds[0] === teams[1].id
  const inOrder: InOrder = ([first, second]) => (isSwapped ? [second, first] : [first, second])
  const { isPriced, ...offer } = toMarkets(placed, bestOf, inOrder)
  if (!isPriced) return 'not_a_match'
  const [team1, team2] = inOrder(teams)
  return {
    match: {
      esportsMatchId: placed.esportsMatchId,
      league: leagueOf(placed),
      bestOf,
      scheduledUtc: toUtc(startOf(placed)),
      team1: { id: team1.id },
      team2: { id: team2.id },
    },
    capturedAtUtc: toUtc(capturedMs),
    isClosingLine: false,
    source,
    fee: placed.fee,
    ...offer,
  }
}

/** Reorders a pair from the market's order to the snapshot's. */
type InOrder = <T>(pair: readonly [T, T]) => readonly [T, T]

/** Start in the schedule; the market's if the two differ too much, because then only one of them knows of a postponement. */
function startOf({ announced, startMs }: PlacedSeries): number {
  return announced !== null && Math.abs(announced.startMs - startMs) <= sameSeriesMs ? announced.startMs : startMs
}

function leagueOf({ announced, league, tournament }: PlacedSeries): string {
  const known = announced?.league ?? league ?? tournament ?? ''
  return known.replace(/\p{C}/gu, ' ').trim().slice(0, 120).trim() || 'unknown'
}

function toMarkets(
  { teams, markets }: PlacedSeries,
  bestOf: number,
  inOrder: InOrder,
): Pick<OddsSnapshot, 'markets' | 'mapWinners'> & { readonly isPriced: boolean } {
  const [first, second] = [{ id: teams[0].id }, { id: teams[1].id }]
  const prices = ([one, other]: OddsPair) =>
    inOrder([
      { team: first, ...one },
      { team: second, ...other },
    ])
  const mapWinners = markets.mapWinners
    .filter(({ map }) => map <= bestOf)
    .map(({ map, odds }) => ({ map, odds: prices(odds) }))
  const handicap = markets.handicap.slice(0, mostLines).map(({ line, odds: [one, other] }) => ({
    line: Math.abs(line),
    odds: inOrder([
      { team: first, line, ...one },
      { team: second, line: -line, ...other },
    ]),
  }))
  const totalMaps = markets.totalMaps.slice(0, mostLines).map(({ line, over, under }) => ({
    ...{ line, over: over.decimalOdds, under: under.decimalOdds },
    ...{ overBid: over.bid, overAsk: over.ask, underBid: under.bid, underAsk: under.ask },
  }))
  const seriesWinner = markets.seriesWinner && prices(markets.seriesWinner)
  const lists = [mapWinners, handicap, totalMaps]
  return {
    isPriced: seriesWinner !== null || lists.some((list) => list.length > 0),
    markets: {
      seriesWinner,
      handicap: orNull(handicap),
      totalMaps: orNull(totalMaps),
      correctScore: null,
      mapTotals: null,
      matchTotals: null,
      killHandicap: null,
    },
    ...(mapWinners.length > 0 && { mapWinners }),
  }
}

function orNull<T>(list: readonly T[]): readonly T[] | null {
  return list.length === 0 ? null : list
}
