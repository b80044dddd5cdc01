import type { FirstObjectiveRate, Leader, NamedId, PlayerDetail, TeamDetail, TournamentDetail } from '@riftline/core'
import * as z from 'zod'
import { type PlayerItem, playerFields, type TournamentItem, tournamentFields } from './list-schemas.ts'
import {
  count,
  dataThroughUtc,
  type Fields,
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
import { each, ofPlayer, ofTeam, record, seasons } from './statistics-schemas.ts'

/** What the statistics cover: of teams and players the window that ends with the data date, of a tournament all its games. */
export interface Span {
  readonly dataThroughUtc: string
  readonly statsFromUtc: string | null
  readonly statsToUtc: string | null
}

/** A detail is the item of its list, of teams id and name, followed by the statistics that core has of it. */
export type TeamDetailBody = NamedId & Span & TeamDetail
export type PlayerDetailBody = PlayerItem & Span & PlayerDetail
export type TournamentDetailBody = TournamentItem & Span & TournamentDetail

const span: Fields<Span> = {
  dataThroughUtc,
  statsFromUtc: utc.nullable().meta({ description: 'Where the statistics begin.' }),
  statsToUtc: utc.nullable().meta({ description: 'Where they end: never after the data date.' }),
}

const championPool: z.ZodType<TeamDetail['championPool']> = z
  .array(
    z.object({
      champion: namedId,
      games: count,
      wins: count,
      winRate: percent,
      kda: number.nullable(),
      kdaGames: count.nullable(),
    }),
  )
  .meta({ description: 'Most games first, then champion id; kda rests on kdaGames.' })

const teamStatistics: Fields<TeamDetail> = { ...ofTeam, sideWinRate, sideGames, championPool, seasons: seasons(ofTeam) }
const playerStatistics: Fields<PlayerDetail> = { ...ofPlayer, championPool, seasons: seasons(ofPlayer) }

const firstObjective: z.ZodType<FirstObjectiveRate | null> = z
  .object({
    blueShare: fraction.meta({ description: 'Share of games in which blue took it first.' }),
    winShare: fraction.meta({ description: 'Share of games won by the side that took it first.' }),
    games: count.nullable().meta({ description: 'Games that tell it: ten at least, and a quarter of all.' }),
  })
  .nullable()

const leaders: z.ZodType<readonly Leader[]> = z
  .array(z.object({ player: namedId, team: namedId.nullable(), value: number, games: count.nullable() }))
  .max(5)
  .meta({
    description: 'Best first, then player id; at least five games that tell it, and half as many as whoever has most.',
  })

const tournamentTeams: z.ZodType<TournamentDetail['teams']> = z
  .array(
    z.object({
      team: namedId,
      games: count.meta({ description: 'Maps.' }),
      record: record.meta({ description: 'In maps.' }),
      seriesRecord: record.meta({ description: 'In series; drawn and unfinished ones count in neither.' }),
    }),
  )
  .nullable()
  .meta({ description: 'The winner first, then by series won; null where not all games were counted.' })

const tournamentStatistics: Fields<TournamentDetail> = {
  games: count,
  teams: tournamentTeams,
  winnerTeam: namedId.nullable().meta({
    description:
      'Who won the last series of the play-offs; null until 21 days after, where series are missing, and of qualifiers.',
  }),
  sideWinRate,
  sideGames,
  firstObjectiveRates: z.object(each(firstObjective, ['blood', 'tower', 'dragon', 'herald', 'baron'])),
  leaderGames: count.nullable().meta({
    description: 'Games with lines of single players; below a quarter of all there are no leaders.',
  }),
  leaders: z.object(each(leaders, ['kda', 'csPerMin', 'killParticipation', 'goldShare'])),
}

export const teamDetail: z.ZodType<TeamDetailBody> = z.object({ id, name: text, ...span, ...teamStatistics })
export const playerDetail: z.ZodType<PlayerDetailBody> = z.object({ ...playerFields, ...span, ...playerStatistics })
export const tournamentDetail: z.ZodType<TournamentDetailBody> = z.object({
  ...tournamentFields,
  ...span,
  ...tournamentStatistics,
})
