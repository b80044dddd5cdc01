import type {
  CatalogueDetails,
  FirstObjectiveRate,
  Leader,
  NamedId,
  PlayerDetail,
  PooledChampion,
  TeamDetail,
  TournamentDetail,
} from '@riftline/core'
import { z } from 'zod'
import { type PlayerItem, playerFields, type TournamentItem, tournamentFields } from './list-schemas.ts'
import { count, type Fields, fraction, id, namedId, number, percent, sideWinRate, text } from './primitives.ts'

export type TeamDetailBody = NamedId & TeamDetail
export type PlayerDetailBody = PlayerItem & PlayerDetail
export type TournamentDetailBody = TournamentItem & TournamentDetail

const maybe = number.nullable()
const maybeFraction = fraction.nullable()
const record = z.string().regex(/^\d+W - \d+L$/)
const winRate = percent.nullable().meta({ description: '0-100; null without a game.' })

const championPool: z.ZodType<readonly PooledChampion[]> = z
  .array(z.object({ champion: namedId, games: count, wins: count, winRate: percent, kda: maybe }))
  .meta({ description: 'Most games first, then champion id.' })

const teamFields: Fields<TeamDetail> = {
  record,
  winRate,
  stats: z.object({
    games: count,
    gpm: maybe,
    csPerMin: maybe,
    kda: maybe,
    avgGameMinutes: maybe,
    firstBloodRate: maybeFraction,
    firstTowerRate: maybeFraction,
    firstDragonRate: maybeFraction,
    dragonsPerGame: maybe,
    baronsPerGame: maybe,
    towersPerGame: maybe,
    killsPerGame: maybe,
    deathsPerGame: maybe,
    goldDiffAt15: maybe,
  }),
  sideWinRate,
  championPool,
}

const playerStatistics: Fields<PlayerDetail> = {
  record,
  winRate,
  stats: z.object({
    games: count,
    kda: maybe,
    csPerMin: maybe,
    goldShare: maybeFraction,
    killParticipation: maybeFraction,
    killsPerGame: maybe,
    deathsPerGame: maybe,
    assistsPerGame: maybe,
  }),
  championPool,
}

const firstObjective: z.ZodType<FirstObjectiveRate | null> = z
  .object({
    blueShare: fraction.meta({ description: 'Share of games in which blue took it first.' }),
    winShare: fraction.meta({ description: 'Share of games won by the side that took it first.' }),
  })
  .nullable()

const leaders: z.ZodType<readonly Leader[]> = z
  .array(z.object({ player: namedId, team: namedId.nullable(), value: number }))
  .max(5)
  .meta({ description: 'Best first, then player id; at least five games played.' })

const tournamentStatistics: Fields<TournamentDetail> = {
  games: count,
  sideWinRate,
  firstObjectiveRates: z.object({
    blood: firstObjective,
    tower: firstObjective,
    dragon: firstObjective,
    herald: firstObjective,
    baron: firstObjective,
  }),
  leaders: z.object({ kda: leaders, csPerMin: leaders, killParticipation: leaders, goldShare: leaders }),
}

export const teamDetail: z.ZodType<TeamDetailBody> = z.object({ id, name: text, ...teamFields })
export const playerDetail: z.ZodType<PlayerDetailBody> = z.object({ ...playerFields, ...playerStatistics })
export const tournamentDetail: z.ZodType<TournamentDetailBody> = z.object({
  ...tournamentFields,
  ...tournamentStatistics,
})

const byId = z.string().regex(/^[1-9][0-9]{0,15}$/)

/** The file of details as the routes show it: exactly their keys, in their order. */
export const catalogueDetails: z.ZodType<CatalogueDetails> = z.object({
  teams: z.record(byId, z.object(teamFields)),
  players: z.record(byId, z.object(playerStatistics)),
  tournaments: z.record(byId, z.object(tournamentStatistics)),
})
