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
  games: count.describe('Games that the number rests on.'),
  from: z.enum(['games', 'season']).describe('These games, or published averages of their seasons.'),
})
const maybeSample = sampleSchema.nullable()
const behindRecord = 'Games behind the record; null where it is a published total, and where they were not counted.'
const coverage = objectOrNull(behindRecord, {
  teamGames: count.describe('Games of the team, of a player those of every team that they played for.'),
  lineups: count.describe('Games whose five players are known.'),
})

const kda = maybe.describe('Kills and assists for each death.')
const games = count.describe('Games counted.')

const teamNumbers = {
  gpm: maybe.describe('Gold of the team in a minute.'),
  csPerMin: maybe.describe('Minions and monsters that the team killed in a minute.'),
  kda,
  avgGameMinutes: maybe.describe('Minutes of a game.'),
  firstBloodRate: maybeFraction.describe('Share of games with the first kill, 0-1.'),
  firstTowerRate: maybeFraction.describe('Share of games with the first tower, 0-1.'),
  firstDragonRate: maybeFraction.describe('Share of games with the first dragon, 0-1.'),
  dragonsPerGame: maybe.describe('Dragons slain in a game.'),
  baronsPerGame: maybe.describe('Barons slain in a game.'),
  towersPerGame: maybe.describe('Towers destroyed in a game.'),
  killsPerGame: maybe.describe('Kills of the team in a game.'),
  deathsPerGame: maybe.describe('Deaths of the team in a game.'),
  goldDiffAt15: maybe.describe('Gold ahead of the other team after 15 minutes; below 0 behind it.'),
}

const playerNumbers = {
  kda,
  csPerMin: maybe.describe('Minions and monsters killed in a minute.'),
  goldShare: maybeFraction.describe("Share of the team's gold, 0-1."),
  killParticipation: maybeFraction.describe("Share of the team's kills with a kill or an assist, 0-1."),
  killsPerGame: maybe.describe('Kills in a game.'),
  deathsPerGame: maybe.describe('Deaths in a game.'),
  assistsPerGame: maybe.describe('Assists in a game.'),
}

const averages = 'Averages; null where nothing is known.'
export const teamStats = object(averages, { games, ...teamNumbers })
export const teamSamples = samplesOf(teamNumbers)
export const playerStats = object(averages, { games, ...playerNumbers })
export const playerSamples = samplesOf(playerNumbers)

const played = {
  record,
  winRate: percent.nullable().describe('Percentage of games won, 0-100; null without a game.'),
  coverage,
}
const ofTeam = { ...played, stats: teamStats, samples: teamSamples }
const ofPlayer = { ...played, stats: playerStats, samples: playerSamples }

function samplesOf<Name extends string>(numbers: Readonly<Record<Name, unknown>>) {
  const names = ['record', ...Object.keys(numbers)]
  const fields = names.map((name) => [name, maybeSample.describe(`Sample behind ${name}; null without a value.`)])
  const samples = object('Sample behind the record and each of stats.', Object.fromEntries(fields))
  return samples as unknown as z.ZodType<Readonly<Record<Name | 'record', Sample | null>>>
}

/** Schema of the same statistics for every season. */
function seasons<Shape extends z.ZodRawShape>(statistics: Shape) {
  const season = z.object({
    season: text.describe('The year.'),
    leagues: z.array(text).describe('Codes of the leagues played in.'),
    games,
    ...statistics,
  })
  return z.array(season).describe('Every season with a game, newest first.')
}

/** Period of the statistics: for teams and players the window that ends at the data date, for a tournament all its games. */
const span = {
  dataThroughUtc,
  statsFromUtc: utc('Where the statistics begin; null where no game is known.').nullable(),
  statsToUtc: utc('Where they end, never after the data date; null where no game is known.').nullable(),
}
export type Span = z.infer<z.ZodObject<typeof span>>

/** Bodies of details: the item of the list (only id and name of a team), then the statistics in the catalogue. */
export type TeamDetailBody = NamedId & Span & TeamDetail
export type PlayerDetailBody = PlayerItem & Span & PlayerDetail
export type TournamentDetailBody = TournamentItem & Span & TournamentDetail

const playedChampion = z.object({
  champion: namedId.describe('The champion.'),
  games: count.describe('Games with it.'),
  wins: count.describe('Games won.'),
  winRate: percent.describe('Percentage of them, 0-100.'),
  kda: number.nullable().describe('Kills and assists for each death; null where not known.'),
  kdaGames: count.nullable().describe('Games that kda rests on; null where it was not counted.'),
})
const championPool = z.array(playedChampion).describe('Most games first, then champion id; kda rests on kdaGames.')

const firstObjective = (meaning: string) =>
  objectOrNull(meaning, {
    blueShare: fraction.describe('Share of games in which blue took it first, 0-1.'),
    winShare: fraction.describe('Share of games won by the side that took it first, 0-1.'),
    games: count.nullable().describe('Games that tell it: ten at least, and a quarter of all.'),
  })

export const leader = z.object({
  player: namedId.describe('The player.'),
  team: namedId.nullable().describe('The team there; null where not known.'),
  value: number.describe('The average, in the unit of the statistic.'),
  games: count.nullable().describe('Games that it rests on; null where it was not counted.'),
})

const leaders = (meaning: string) => z.array(leader).max(5).describe(meaning)

const tournamentTeam = z.object({
  team: namedId.describe('The team.'),
  games: count.describe('Maps played.'),
  record: record.describe('In maps.'),
  seriesRecord: record.describe('In series; drawn and unfinished ones count in neither.'),
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
    .describe('The winner first, then by series won; null where not all games were counted.'),
  winnerTeam: namedId
    .nullable()
    .describe(
      'Winner of the last series of the play-offs; null until 21 days after it, where series are missing, and for qualifiers.',
    ),
  sideWinRate,
  sideGames,
  firstObjectiveRates: object('Objectives that only one side takes first; null where too few games tell it.', {
    blood: firstObjective('The first kill.'),
    tower: firstObjective('The first tower.'),
    dragon: firstObjective('The first dragon.'),
    herald: firstObjective('The first Rift Herald.'),
    baron: firstObjective('The first Baron.'),
  }),
  leaderGames: count
    .nullable()
    .describe('Games with lines of single players; below a quarter of all there are no leaders.'),
  leaders: z
    .object({
      kda: leaders('Kills and assists for each death.'),
      csPerMin: leaders('Minions and monsters killed in a minute.'),
      killParticipation: leaders("Share of the team's kills, 0-1."),
      goldShare: leaders("Share of the team's gold, 0-1."),
    })
    .describe(
      'At most five players, best first, then by id; at least five games that tell it, and half as many as whoever has most.',
    ),
})
