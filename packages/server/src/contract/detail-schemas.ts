import type { NamedId, PlayerDetail, Sample, TeamDetail, TournamentDetail } from '@riftline/predictor'
import * as z from 'zod'
import {
  count,
  dataThroughUtc,
  fraction,
  id,
  matching,
  namedId,
  number,
  object,
  objectOrNull,
  type PlayerItem,
  percent,
  playerItem,
  sideGames,
  sideWinRate,
  type TournamentItem,
  text,
  tournamentItem,
  utc,
} from './list-schemas.ts'

const record = matching(/^\d+W - \d+L$/, 'Games won and lost.')
const maybe = number.nullable()
const maybeFraction = fraction.nullable()

export const sampleSchema = z.object({
  games: count.describe('Number of games behind the statistic.'),
  from: z.enum(['games', 'season']).describe('`games`: from the games. `season`: from published season averages.'),
})
const maybeSample = sampleSchema.nullable()
const behindRecord = 'Coverage of the record. Null if the record is a published total, or if line-ups were not counted.'
const coverage = objectOrNull(behindRecord, {
  teamGames: count.describe('Games of the team. For a player: games of every team that the player played for.'),
  lineups: count.describe('Number of `teamGames` in which all five players are known.'),
})

const kda = maybe.describe('Kills plus assists, divided by deaths.')
const games = count.describe('Number of games counted.')

const teamNumbers = {
  gpm: maybe.describe('Gold that the team earns per minute.'),
  csPerMin: maybe.describe('Minions and monsters that the team kills per minute.'),
  kda,
  avgGameMinutes: maybe.describe('Average length of a game in minutes.'),
  firstBloodRate: maybeFraction.describe('Share of games in which the team gets the first kill, 0-1.'),
  firstTowerRate: maybeFraction.describe('Share of games in which the team destroys the first tower, 0-1.'),
  firstDragonRate: maybeFraction.describe('Share of games in which the team slays the first dragon, 0-1.'),
  dragonsPerGame: maybe.describe('Dragons that the team slays per game.'),
  baronsPerGame: maybe.describe('Barons that the team slays per game.'),
  towersPerGame: maybe.describe('Towers that the team destroys per game.'),
  killsPerGame: maybe.describe('Kills of the team per game.'),
  deathsPerGame: maybe.describe('Deaths of the team per game.'),
  goldDiffAt15: maybe.describe('Gold lead over the other team after 15 minutes. Negative if the team is behind.'),
}

const playerNumbers = {
  kda,
  csPerMin: maybe.describe('Minions and monsters that the player kills per minute.'),
  goldShare: maybeFraction.describe("Share of the team's gold, 0-1."),
  killParticipation: maybeFraction.describe("Share of the team's kills that the player made or assisted, 0-1."),
  killsPerGame: maybe.describe('Kills of the player per game.'),
  deathsPerGame: maybe.describe('Deaths of the player per game.'),
  assistsPerGame: maybe.describe('Assists of the player per game.'),
}

const averages = 'Averages over the games. A value is null if too few games have it.'
export const teamStats = object(averages, { games, ...teamNumbers })
export const teamSamples = samplesOf(teamNumbers)
export const playerStats = object(averages, { games, ...playerNumbers })
export const playerSamples = samplesOf(playerNumbers)

const played = {
  record,
  winRate: percent.nullable().describe('Percentage of games won, 0-100. Null if no game was played.'),
  coverage,
}
const ofTeam = { ...played, stats: teamStats, samples: teamSamples }
const ofPlayer = { ...played, stats: playerStats, samples: playerSamples }

function samplesOf<Name extends string>(numbers: Readonly<Record<Name, unknown>>) {
  const names = ['record', ...Object.keys(numbers)]
  const fields = names.map((name) => [name, maybeSample.describe(`Sample behind ${name}. Null if ${name} is unknown.`)])
  const samples = object('Samples behind `record` and behind each value of `stats`.', Object.fromEntries(fields))
  return samples as unknown as z.ZodType<Readonly<Record<Name | 'record', Sample | null>>>
}

/** Schema of the same statistics for every season. */
function seasons<Shape extends z.ZodRawShape>(statistics: Shape) {
  const season = z.object({
    season: text.describe('Year of the season.'),
    leagues: z.array(text).describe('Codes of the leagues played in, most games first.'),
    games,
    ...statistics,
  })
  return z.array(season).describe('All seasons with at least one game, newest first.')
}

/** Period of the statistics: for teams and players the window that ends at the data date, for a tournament all its games. */
const span = {
  dataThroughUtc,
  statsFromUtc: utc('Start of the period of the statistics. Null if no game is known.').nullable(),
  statsToUtc: utc('End of the period of the statistics, at most the data date. Null if no game is known.').nullable(),
}
export type Span = z.infer<z.ZodObject<typeof span>>

/** Bodies of details: the item of the list (only id and name of a team), then the statistics in the catalogue. */
export type TeamDetailBody = NamedId & Span & TeamDetail
export type PlayerDetailBody = PlayerItem & Span & PlayerDetail
export type TournamentDetailBody = TournamentItem & Span & TournamentDetail

const playedChampion = z.object({
  champion: namedId.describe('Champion that was played.'),
  games: count.describe('Games played with the champion.'),
  wins: count.describe('Games won with the champion.'),
  winRate: percent.describe('Percentage of games won with the champion, 0-100.'),
  kda: number.nullable().describe('Kills plus assists, divided by deaths. Null if unknown.'),
  kdaGames: count.nullable().describe('Games behind `kda`. Null if they were not counted.'),
})
const championPool = z.array(playedChampion).describe('Champions played, most games first, then by champion id.')

const firstObjective = (meaning: string) =>
  objectOrNull(meaning, {
    blueShare: fraction.describe('Share of games in which the blue side takes the objective first, 0-1.'),
    winShare: fraction.describe('Share of games won by the side that takes the objective first, 0-1.'),
    games: count.nullable().describe('Games with a known first taker: at least ten, and a quarter of all.'),
  })

export const leader = z.object({
  player: namedId.describe('Player with this average.'),
  team: namedId.nullable().describe('Team of the player in the tournament. Null if unknown.'),
  value: number.describe('Average of the player, in the unit of the statistic.'),
  games: count.nullable().describe('Games behind the average. Null if they were not counted.'),
})

const leaders = (meaning: string) => z.array(leader).max(5).describe(meaning)

const tournamentTeam = z.object({
  team: namedId.describe('Team in the tournament.'),
  games: count.describe('Maps that the team played.'),
  record: record.describe('Maps won and lost.'),
  seriesRecord: record.describe('Series won and lost. Drawn and unfinished series count as neither.'),
})

export const teamDetail: z.ZodType<TeamDetailBody> = z.object({
  id,
  name: text.describe('Current name of the team.'),
  ...span,
  ...ofTeam,
  sideWinRate,
  sideGames,
  championPool,
  seasons: seasons(ofTeam),
})
export const playerDetail: z.ZodType<PlayerDetailBody> = z.object({
  ...playerItem.shape,
  ...span,
  ...ofPlayer,
  championPool,
  seasons: seasons(ofPlayer),
})
export const tournamentDetail: z.ZodType<TournamentDetailBody> = z.object({
  ...tournamentItem.shape,
  ...span,
  games: count.describe('Maps played so far.'),
  teams: z
    .array(tournamentTeam)
    .nullable()
    .describe('Teams, the winner first, the others by series won. Null if not all games were counted.'),
  winnerTeam: namedId
    .nullable()
    .describe(
      'Winner of the last series of the play-offs. Null until 21 days after that series, if series are missing, and for qualifiers.',
    ),
  sideWinRate,
  sideGames,
  firstObjectiveRates: object('First objectives. An objective is null if its first taker is known in too few games.', {
    blood: firstObjective('First kill.'),
    tower: firstObjective('First tower.'),
    dragon: firstObjective('First dragon.'),
    herald: firstObjective('First Rift Herald.'),
    baron: firstObjective('First Baron.'),
  }),
  leaderGames: count
    .nullable()
    .describe('Games with statistics of single players. Below a quarter of all games, no leaders are listed.'),
  leaders: z
    .object({
      kda: leaders('Leaders in kills plus assists, divided by deaths.'),
      csPerMin: leaders('Leaders in minions and monsters killed per minute.'),
      killParticipation: leaders("Leaders in the share of the team's kills with a kill or an assist, 0-1."),
      goldShare: leaders("Leaders in the share of the team's gold, 0-1."),
    })
    .describe(
      'Up to five players, best first, then by id. Each has at least five games with the statistic, and half as many as the player with most.',
    ),
})
