import type { Handicap, OddsSnapshot, TeamPrice } from './snapshot.ts'

/** Where in a snapshot something stands. */
export type OddsPath = readonly (string | number)[]

/** A snapshot with another form of its teams, in the same order of keys. `to` is told where each team stands. */
export function withTeams<From, To>(
  snapshot: OddsSnapshot<From>,
  to: (team: From, path: OddsPath) => To,
): OddsSnapshot<To> {
  const { match, markets, mapWinners, ...head } = snapshot

  function price<Price extends TeamPrice<From>>(entry: Price, path: OddsPath): Price & TeamPrice<To> {
    return { ...entry, team: to(entry.team, [...path, 'team']) }
  }
  function prices<Price extends TeamPrice<From>>(entries: readonly Price[], path: OddsPath) {
    return entries.map((entry, at) => price(entry, [...path, at]))
  }
  function handicaps<Lines extends Handicap<From>>(entries: readonly Lines[], path: OddsPath) {
    return entries.map((entry, at) => ({ ...entry, odds: prices(entry.odds, [...path, at, 'odds']) }))
  }

  return {
    match: {
      ...match,
      team1: to(match.team1, ['match', 'team1']),
      team2: to(match.team2, ['match', 'team2']),
    },
    ...head,
    markets: {
      ...markets,
      seriesWinner: markets.seriesWinner && prices(markets.seriesWinner, ['markets', 'seriesWinner']),
      handicap: markets.handicap && handicaps(markets.handicap, ['markets', 'handicap']),
      correctScore: markets.correctScore && prices(markets.correctScore, ['markets', 'correctScore']),
      killHandicap: markets.killHandicap && handicaps(markets.killHandicap, ['markets', 'killHandicap']),
    },
    ...(mapWinners && {
      mapWinners: mapWinners.map(({ map, odds }, at) => ({ map, odds: prices(odds, ['mapWinners', at, 'odds']) })),
    }),
  }
}
