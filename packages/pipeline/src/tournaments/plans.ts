import type { BestOf, TournamentPlan } from '@riftline/predictor'
import type { BracketSide, PlayedBracket } from './find-brackets.ts'
import type { PastSeason } from './find-seasons.ts'

/** Number of teams in the upper half of a season; the middle one of an odd number is not among them. */
export function upperHalf({ teams }: Pick<PastSeason, 'teams'>): number {
  return Math.floor(teams.length / 2)
}

/** The plan of a season with the results of the series whose ids are `settled`; the others are still to play. */
export function seasonPlan(season: PastSeason, settled: ReadonlySet<number>): TournamentPlan {
  const { teams, rounds, bestOf, series } = season
  const numbers = new Map(teams.map((id, number) => [id, number]))
  const seats = teams.map((_, number) => number)
  const places = seats.map((seat) => teams.length + seat)
  const known = series
    .filter(({ id }) => settled.has(id))
    .map(({ team1Id, team2Id, games }) => {
      const won = games.filter(({ sides, winner }) => sides[winner].teamId === team1Id).length
      const score = [won, games.length - won] as const
      return { first: numbers.get(team1Id)!, second: numbers.get(team2Id)!, score }
    })
  return planOf(teams, [bestOf], {
    seatCount: 2 * teams.length,
    steps: [
      {
        ...{ kind: 'roundRobin', bestOf, rounds, seats, places, known, table: 0 },
        rank: ['wins', 'gameDifference', 'headToHead'],
        ...{ gamesAfter: [], carried: [], knownGames: [], knownPlaces: teams.map(() => -1), next: [] },
      },
    ],
    reach: [
      { column: 'upper', seats: places.slice(0, upperHalf(season)) },
      { column: 'winner', seats: places.slice(0, 1) },
    ],
    tables: [{ stage: 'season', places: teams.length }],
  })
}

/** The plan of a bracket before its first series. */
export function bracketPlan({ teams, series }: PlayedBracket): TournamentPlan {
  const seatOf = (side: BracketSide): number =>
    'team' in side ? side.team : teams.length + 2 * side.from + (side.isWinner ? 0 : 1)
  const steps = series.map(({ bestOf, sides: [first, second] }, place) => {
    const winner = teams.length + 2 * place
    const to = { winner, loser: winner + 1, known: 0, next: -1 } as const
    return { kind: 'series', bestOf, first: seatOf(first), second: seatOf(second), ...to } as const
  })
  return planOf(teams, [...new Set(series.map(({ bestOf }) => bestOf))], {
    seatCount: teams.length + 2 * series.length,
    steps,
    reach: [{ column: 'winner', seats: [steps.at(-1)!.winner] }],
    tables: [],
  })
}

function planOf(
  ids: readonly number[],
  lengths: readonly BestOf[],
  rest: Pick<TournamentPlan, 'seatCount' | 'steps' | 'reach' | 'tables'>,
): TournamentPlan {
  const teams = ids.map((id) => ({ name: String(id), id }))
  return { name: '', tournament: null, teams, lengths, next: [], ...rest }
}
