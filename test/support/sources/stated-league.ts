import type { StatedGame, StatedSeries, StatedSide } from '@riftline/predictor'
import { type InventedGame, type InventedSeries, type InventedSide, inventLeague } from '../invented-league.ts'

/** Games and series that a source states; other files write them in the format of each source. */
export interface Stated {
  readonly games: readonly StatedGame[]
  readonly series: readonly StatedSeries[]
}

/** Time after the last game of the invented league. */
export const afterTheLeague = '2031-01-25T12:00:00Z'
export const beforeTheLeagueMs: number = Date.UTC(2031, 0, 9)

/** The invented league as Leaguepedia states it. */
export function statedLeague(): Stated {
  const league = inventLeague()
  return { games: league.flatMap(toGames), series: league.map(toSeries) }
}

/** A series that has not been played yet. */
export function upcomingSeries(overrides: Partial<StatedSeries> = {}): StatedSeries {
  return {
    ...toSeries(inventLeague()[0]!),
    id: 'Invented/2031_Next',
    state: 'upcoming',
    scheduledMs: Date.UTC(2031, 1, 1, 15),
    score: null,
    winner: null,
    ...overrides,
  }
}

const seriesId = (series: InventedSeries): string => `Invented/${series.tournament}_${series.id}`
const ms = (text: string): number => Date.parse(`${text}Z`)

function toGames(series: InventedSeries): StatedGame[] {
  return series.games.map((game) => ({
    source: 'leaguepedia',
    id: game.id,
    hasPlatformId: true,
    startMs: ms(game.date),
    seriesId: seriesId(series),
    gameNumber: game.number,
    league: series.league,
    region: 'Invented',
    tournament: series.tournament,
    season: series.year,
    playoffs: series.playoffs === 1,
    patch: '31.01',
    lengthSeconds: game.lengthSeconds,
    sides: [toSide(game, 0), toSide(game, 1)],
    sidesKnown: true,
    winner: game.winner,
    firsts: {},
  }))
}

function toSide(game: InventedGame, index: 0 | 1): StatedSide {
  const side: InventedSide = game.sides[index]
  const sum = (key: 'kills' | 'deaths' | 'assists' | 'gold' | 'cs'): number =>
    side.players.reduce((total, player) => total + player[key], 0)
  return {
    team: { name: side.team, sourceId: `leaguepedia:${side.team}` },
    seats: side.players.map(({ name, champion, kills, deaths, assists, gold, cs }) => ({
      player: { name, sourceId: `leaguepedia:${name} (Page)` },
      champion,
      kills,
      deaths,
      assists,
      gold,
      cs,
    })),
    bans: ['Hero 23', 'Hero 24'],
    kills: sum('kills'),
    deaths: sum('deaths'),
    assists: sum('assists'),
    gold: sum('gold'),
    cs: sum('cs'),
    towers: side.towers,
    dragons: side.dragons,
    barons: side.barons,
    goldDiffAt15: null,
  }
}

function toSeries(series: InventedSeries): StatedSeries {
  const names = series.teams.map(
    (id) => series.games.flatMap((game) => game.sides).find((side) => side.teamId === id)?.team ?? '',
  )
  const [first, second] = series.wins
  return {
    source: 'leaguepedia',
    id: seriesId(series),
    state: 'ended',
    scheduledMs: ms(series.start),
    startedMs: null,
    league: series.league,
    tournament: series.tournament,
    bestOf: series.bestOf,
    teams: [
      { name: names[0]!, sourceId: `leaguepedia:${names[0]}` },
      { name: names[1]!, sourceId: `leaguepedia:${names[1]}` },
    ],
    score: [first, second],
    advantage: [0, 0],
    winner: first > second ? 0 : second > first ? 1 : null,
    forfeit: false,
  }
}
