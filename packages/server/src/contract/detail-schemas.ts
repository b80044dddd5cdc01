import type { FirstObjectiveRate, Leader, NamedId, PlayerDetail, TeamDetail, TournamentDetail } from '@riftline/core'
import { z } from 'zod'
import { type PlayerItem, playerFields, type TournamentItem, tournamentFields } from './list-schemas.ts'
import { count, type Fields, fraction, id, namedId, number, percent, sideWinRate, text } from './primitives.ts'

/** A detail is the item of its list, of teams id and name, followed by the statistics that core has of it. */
export type TeamDetailBody = NamedId & TeamDetail
export type PlayerDetailBody = PlayerItem & PlayerDetail
export type TournamentDetailBody = TournamentItem & TournamentDetail

const maybe = number.nullable()
const maybeFraction = fraction.nullable()

const played: Fields<Pick<TeamDetail & PlayerDetail, 'record' | 'winRate'>> = {
  record: z.string().regex(/^\d+W - \d+L$/),
  winRate: percent.nullable().meta({ description: '0-100; null without a game.' }),
}

const championPool: z.ZodType<TeamDetail['championPool']> = z
  .array(z.object({ champion: namedId, games: count, wins: count, winRate: percent, kda: maybe }))
  .meta({ description: 'Most games first, then champion id.' })

const teamStatistics: Fields<TeamDetail> = {
  ...played,
  stats: z.object({
    games: count,
    ...each(maybe, ['gpm', 'csPerMin', 'kda', 'avgGameMinutes']),
    ...each(maybeFraction, ['firstBloodRate', 'firstTowerRate', 'firstDragonRate']),
    ...each(maybe, ['dragonsPerGame', 'baronsPerGame', 'towersPerGame']),
    ...each(maybe, ['killsPerGame', 'deathsPerGame', 'goldDiffAt15']),
  }),
  sideWinRate,
  championPool,
}

const playerStatistics: Fields<PlayerDetail> = {
  ...played,
  stats: z.object({
    games: count,
    ...each(maybe, ['kda', 'csPerMin']),
    ...each(maybeFraction, ['goldShare', 'killParticipation']),
    ...each(maybe, ['killsPerGame', 'deathsPerGame', 'assistsPerGame']),
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
  firstObjectiveRates: z.object(each(firstObjective, ['blood', 'tower', 'dragon', 'herald', 'baron'])),
  leaders: z.object(each(leaders, ['kda', 'csPerMin', 'killParticipation', 'goldShare'])),
}

export const teamDetail: z.ZodType<TeamDetailBody> = z.object({ id, name: text, ...teamStatistics })
export const playerDetail: z.ZodType<PlayerDetailBody> = z.object({ ...playerFields, ...playerStatistics })
export const tournamentDetail: z.ZodType<TournamentDetailBody> = z.object({
  ...tournamentFields,
  ...tournamentStatistics,
})

function each<T, Name extends string>(schema: z.ZodType<T>, names: readonly Name[]): Record<Name, z.ZodType<T>> {
  return Object.fromEntries(names.map((name) => [name, schema])) as Record<Name, z.ZodType<T>>
}
