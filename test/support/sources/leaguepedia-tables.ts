import type { StatedGame, StatedName, StatedSeries, StatedSide } from '@riftline/predictor'
import type { CargoCells, CargoTables } from './cargo-tables.ts'
import type { Stated } from './stated-league.ts'

const roles = ['Top', 'Jungle', 'Mid', 'Bot', 'Support']

/** Writes games and series as Leaguepedia's tables; the reader restores them. */
export function leaguepediaTables({ games, series }: Stated): CargoTables {
  const tournaments = new Map<string, CargoCells>()
  const leagues = new Map<string, CargoCells>()
  const overviewPage = (of: Partial<StatedGame> & Pick<StatedSeries, 'league' | 'tournament'>): string => {
    const playoffs = of.playoffs ?? null
    const page = [of.tournament, of.season ?? '', playoffs ?? ''].join('/')
    tournaments.set(page, {
      OverviewPage: page,
      Name: of.tournament,
      Year: of.season ?? null,
      IsPlayoffs: playoffs === null ? null : playoffs ? '1' : '0',
      League: `League ${of.league}`,
    })
    const region = of.region ?? leagues.get(of.league)?.Region ?? null
    leagues.set(of.league, { League: `League ${of.league}`, League_Short: of.league, Region: region })
    return page
  }
  const seats = games.flatMap((game) =>
    game.sides.flatMap((side, index) => (side.seats ?? []).map((seat, role) => ({ game, index, role, seat }))),
  )
  const byName = (names: readonly (StatedName | null)[]): readonly StatedName[] => [
    ...new Map(names.flatMap((name) => (name === null ? [] : [[name.name, name] as const]))).values(),
  ]
  const teams = byName([
    ...games.flatMap(({ sides }) => sides.map(({ team }) => team)),
    ...series.flatMap((s) => s.teams),
  ])
  return {
    ScoreboardGames: games.map((game) => ({
      GameId: gameId(game),
      MatchId: game.seriesId,
      RiotPlatformGameId: game.hasPlatformId ? game.id : null,
      OverviewPage: overviewPage(game),
      DateTime_UTC: cargoTime(game.startMs),
      N_GameInMatch: count(game.gameNumber),
      Winner: game.winner === null ? null : String(game.winner + 1),
      Gamelength_Number: game.lengthSeconds === null ? null : String(game.lengthSeconds / 60),
      Patch: game.patch === null ? null : toOwnPatch(game.patch),
      ...sideCells(game.sides[0], 'Team1'),
      ...sideCells(game.sides[1], 'Team2'),
    })),
    ScoreboardPlayers: seats.map(({ game, index, role, seat }) => ({
      GameId: gameId(game),
      DateTime_UTC: cargoTime(game.startMs),
      Link: seat.player?.name ?? `Nobody ${index} ${role}`,
      Side: String(index + 1),
      Role: roles[role]!,
      Role_Number: String(role + 1),
      Champion: seat.champion,
      Kills: count(seat.kills),
      Deaths: count(seat.deaths),
      Assists: count(seat.assists),
      Gold: count(seat.gold),
      CS: count(seat.cs),
    })),
    PlayerRedirects: byName(seats.map(({ seat }) => seat.player)).flatMap(({ name, sourceId }) =>
      sourceId === null ? [] : [{ AllName: name, OverviewPage: pageOf(sourceId) }],
    ),
    TeamRedirects: teams.flatMap(({ name, sourceId }) =>
      sourceId === null ? [] : [{ AllName: name, _pageName: pageOf(sourceId) }],
    ),
    MatchSchedule: series.map((one) => seriesCells(one, overviewPage(one))),
    Tournaments: [...tournaments.values()],
    Leagues: [...leagues.values()],
  }
}

function seriesCells(series: StatedSeries, overviewPage: string): CargoCells {
  const [first, second] = series.teams
  return {
    MatchId: series.id,
    OverviewPage: overviewPage,
    DateTime_UTC: cargoTime(series.scheduledMs),
    Team1: first.name,
    Team2: second.name,
    BestOf: count(series.bestOf),
    // A winner of `0` means a draw.
    Winner: series.winner !== null ? String(series.winner + 1) : series.state === 'ended' ? '0' : null,
    Team1Score: count(series.score?.[0] ?? null),
    Team2Score: count(series.score?.[1] ?? null),
    FF: series.forfeit ? '1' : null,
    IsNullified: '0',
    Team1Advantage: count(series.advantage[0] || null),
    Team2Advantage: count(series.advantage[1] || null),
  }
}

function sideCells(side: StatedSide, team: string): CargoCells {
  return {
    [team]: side.team.name,
    [`${team}Bans`]: [...side.bans, 'None'].join(','),
    [`${team}Kills`]: count(side.kills),
    [`${team}Gold`]: count(side.gold),
    [`${team}Towers`]: count(side.towers),
    [`${team}Dragons`]: count(side.dragons),
    [`${team}Barons`]: count(side.barons),
  }
}

const gameId = ({ id, seriesId, gameNumber }: StatedGame): string =>
  seriesId === null ? id : `${seriesId}_${gameNumber}`
const pageOf = (sourceId: string): string => sourceId.replace(/^leaguepedia:/, '')
const count = (value: number | null): string | null => (value === null ? null : String(value))
const cargoTime = (ms: number): string => new Date(ms).toISOString().slice(0, 19).replace('T', ' ')

function toOwnPatch(patch: string): string {
  const [major = '', minor = ''] = patch.split('.')
  return `${Number(major) >= 15 ? Number(major) + 10 : major}.${Number(minor)}`
}
