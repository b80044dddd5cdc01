import { type TakerFee, takeOdds } from '@riftline/core'
import type { CatalogueTeam, TeamRef } from '@riftline/predictor'
import {
  type BookQuote,
  type HandicapPrice,
  type MapWinner,
  type OddsMarkets,
  type OddsSnapshot,
  type OverUnder,
  withTeams,
} from '../snapshot.ts'
import type { AllOddsAnswer, WinnerOddsAnswer } from './odds-schema.ts'

/** Adds to each price the decimal odds that a buyer gets after the venue's fee. */
function shownOffers(
  markets: OddsMarkets<TeamRef>,
  mapWinners: readonly MapWinner<TeamRef>[] | null,
  fee: TakerFee | null,
) {
  const take = (ask: number | null): number | null => takeOdds(ask, fee)
  const price = <Price extends BookQuote>({ bid, ask, ...rest }: Price) => {
    return { ...rest, bid: bid ?? null, ask: ask ?? null, takeDecimalOdds: take(ask ?? null) }
  }
  const total = <Total extends OverUnder>(stated: Total) => {
    const { overBid = null, overAsk = null, underBid = null, underAsk = null } = stated as OverUnder
    return {
      ...stated,
      ...{ overBid, overAsk, overTakeDecimalOdds: take(overAsk) },
      ...{ underBid, underAsk, underTakeDecimalOdds: take(underAsk) },
    }
  }
  const lines = <Lines extends { readonly odds: readonly HandicapPrice<TeamRef>[] }>(line: Lines) => ({
    ...line,
    odds: line.odds.map(price),
  })
  return {
    markets: {
      seriesWinner: markets.seriesWinner?.map(price) ?? null,
      handicap: markets.handicap?.map(lines) ?? null,
      totalMaps: markets.totalMaps?.map(total) ?? null,
      correctScore: markets.correctScore?.map(price) ?? null,
      mapTotals: markets.mapTotals?.map(total) ?? null,
      matchTotals: markets.matchTotals?.map(total) ?? null,
      killHandicap: markets.killHandicap?.map(lines) ?? null,
    },
    mapWinners: mapWinners?.map(({ map, odds }) => ({ map, odds: odds.map(price) })) ?? null,
  }
}

/** Whether a buyer can get every price of an answer; an order book may have only its mid price. */
function canBeTaken(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return true
  return Object.entries(value).every(([key, inner]) =>
    /akeDecimalOdds$/.test(key) ? inner !== null : canBeTaken(inner),
  )
}

export type OddsScope = 'winner' | 'all'

/** A team of the request, with its former ids. */
export type AskedTeam = Pick<CatalogueTeam, 'id' | 'name' | 'formerIds'>

export function idsOf({ id, formerIds = [] }: AskedTeam): readonly number[] {
  return [id, ...formerIds]
}

/** Names the teams of a snapshot by their present ids and names. */
export function withNames(snapshot: OddsSnapshot, teams: readonly AskedTeam[]): OddsSnapshot<TeamRef> {
  return withTeams(snapshot, ({ id }): TeamRef => {
    const team = teams.find((candidate) => idsOf(candidate).includes(id))
    if (team === undefined) throw new Error(`team ${id} is none of the series asked for`)
    return { id: team.id, name: team.name }
  })
}

/** Builds the answer of `GET /v1/odds` with ids and names from the catalogue; null if the scope has no published market. */
export function oddsAnswer(
  snapshot: OddsSnapshot,
  scope: OddsScope,
  teams: readonly AskedTeam[],
): WinnerOddsAnswer | AllOddsAnswer | null {
  const { markets: stated, mapWinners: maps = null, fee = null, ...head } = withNames(snapshot, teams)
  const { markets, mapWinners } = shownOffers(stated, maps, fee)
  const { seriesWinner } = markets
  if (scope === 'winner') {
    const price = canBeTaken(seriesWinner) ? 'take' : 'mid'
    return seriesWinner && { ...head, fee, price, markets: { seriesWinner } }
  }
  const isPublished = mapWinners !== null || Object.values(markets).some((market) => market !== null)
  const price = canBeTaken({ markets, mapWinners }) ? 'take' : 'mid'
  return isPublished ? { ...head, fee, price, markets, mapWinners } : null
}
