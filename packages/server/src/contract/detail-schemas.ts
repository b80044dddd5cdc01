import type { NamedId, PlayerDetail, TeamDetail, TournamentDetail } from '@riftline/predictor'
import * as z from 'zod'
import { type PlayerItem, playerFields, type TournamentItem, tournamentFields } from './list-schemas.ts'
import {
  count,
  dataThroughUtc,
  fraction,
  id,
  namedId,
  number,
  percent,
  sideGames,
  sideWinRate,
  text,
  utc,
} from './primitives.ts'
import { ofPlayer, ofTeam, record, seasons } from './statistics-schemas.ts'

/** Games that the statistics cover: for teams and players the window that ends with the data date, for a tournament all its games. */
const span = {
  dataThroughUtc,
  statsFromUtc: utc('Where the statistics begin; null where no game is known.').nullable(),
  statsToUtc: utc('Where they end, never after the data date; null where no game is known.').nullable(),
}
const spanSchema = z.object(span)
export type Span = z.infer<typeof spanSchema>

/** A detail is the item of its list, of teams id and name, followed by the statistics that core has of it. */
export type TeamDetailBody = NamedId & Span & TeamDetail
export type PlayerDetailBody = PlayerItem & Span & PlayerDetail
export type TournamentDetailBody = TournamentItem & Span & TournamentDetail

const championPool = z
  .array(
    z.object({
      champion: namedId.describe('The champion.'),
      games: count.describe('Games with it.'),
      wins: count.describe('Those that were won.'),
      winRate: percent.describe('Percentage of them, 0-100.'),
      kda: number.nullable().describe('Kills and assists for each death; null where not known.'),
      kdaGames: count.nullable().describe('Games that kda rests on; null where it was not counted.'),
    }),
  )
  .meta({ description: 'Most games first, then champion id; kda rests on kdaGames.' })

const firstObjective = z
  .object({
    blueShare: fraction.meta({ description: 'Share of games in which blue took it first, 0-1.' }),
    winShare: fraction.meta({ description: 'Share of games won by the side that took it first, 0-1.' }),
    games: count.nullable().meta({ description: 'Games that tell it: ten at least, and a quarter of all.' }),
  })
  .nullable()

export const leader = z.object({
  player: namedId.describe('The player.'),
  team: namedId.nullable().describe('The team there; null where not known.'),
  value: number.describe('The average, in the unit of the statistic.'),
  games: count.nullable().describe('Games that it rests on; null where it was not counted.'),
})

function leaders(meaning: string) {
  return z.array(leader).max(5).describe(meaning)
}

const tournamentTeams = z
  .array(
    z.object({
      team: namedId.describe('The team.'),
      games: count.meta({ description: 'Maps played.' }),
      record: record.meta({ description: 'In maps.' }),
      seriesRecord: record.meta({ description: 'In series; drawn and unfinished ones count in neither.' }),
    }),
  )
  .nullable()
  .meta({ description: 'The winner first, then by series won; null where not all games were counted.' })

const tournamentStatistics = {
  games: count.describe('Maps played so far.'),
  teams: tournamentTeams,
  winnerTeam: namedId.nullable().meta({
    description:
      'Who won the last series of the play-offs; null until 21 days after, where series are missing, and of qualifiers.',
  }),
  sideWinRate,
  sideGames,
  firstObjectiveRates: z
    .object({
      blood: firstObjective.describe('The first kill.'),
      tower: firstObjective.describe('The first tower.'),
      dragon: firstObjective.describe('The first dragon.'),
      herald: firstObjective.describe('The first Rift Herald.'),
      baron: firstObjective.describe('The first Baron.'),
    })
    .meta({ description: 'What only one side takes first; null where too few games tell it.' }),
  leaderGames: count.nullable().meta({
    description: 'Games with lines of single players; below a quarter of all there are no leaders.',
  }),
  leaders: z
    .object({
      kda: leaders('Kills and assists for each death.'),
      csPerMin: leaders('Minions and monsters killed in a minute.'),
      killParticipation: leaders("Share of the team's kills, 0-1."),
      goldShare: leaders("Share of the team's gold, 0-1."),
    })
    .meta({
      description:
        'At most five players, best first, then by id; at least five games that tell it, and half as many as whoever has most.',
    }),
}

export const teamDetail: z.ZodType<TeamDetailBody> = z.object({
  id,
  name: text.describe('What the team is called now.'),
  ...span,
  ...ofTeam,
  sideWinRate,
  sideGames,
  championPool,
  seasons: seasons(ofTeam),
})
export const playerDetail: z.ZodType<PlayerDetailBody> = z.object({
  ...playerFields,
  ...span,
  ...ofPlayer,
  championPool,
  seasons: seasons(ofPlayer),
})
export const tournamentDetail: z.ZodType<TournamentDetailBody> = z.object({
  ...tournamentFields,
  ...span,
  ...tournamentStatistics,
})
