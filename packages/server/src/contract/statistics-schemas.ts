import type { Coverage, PlayerStats, Sample, SeasonStatistics, Statistics, TeamStats } from '@riftline/core'
import * as z from 'zod'
import { count, type Fields, fraction, number, percent, text } from './primitives.ts'

/** `<wins>W - <losses>L`. */
export const record: z.ZodType<string> = z.string().regex(/^\d+W - \d+L$/)
const maybe = number.nullable()
const maybeFraction = fraction.nullable()

export const sample: z.ZodType<Sample> = z.object({
  games: count.meta({ description: 'Games that the number rests on.' }),
  from: z.enum(['games', 'season']).meta({ description: 'These games, or published averages of their seasons.' }),
})
const maybeSample = sample.nullable()
const coverage: z.ZodType<Coverage | null> = z
  .object({
    teamGames: count.meta({ description: 'Games of the team, of a player those of every team that they played for.' }),
    lineups: count.meta({ description: 'Those of them whose five players are known.' }),
  })
  .nullable()
  .meta({ description: 'What the record rests on; null where it is a published total, and where it was not counted.' })

const teamNumbers: Fields<Omit<TeamStats, 'games'>> = {
  ...each(maybe, ['gpm', 'csPerMin', 'kda', 'avgGameMinutes']),
  ...each(maybeFraction, ['firstBloodRate', 'firstTowerRate', 'firstDragonRate']),
  ...each(maybe, ['dragonsPerGame', 'baronsPerGame', 'towersPerGame']),
  ...each(maybe, ['killsPerGame', 'deathsPerGame', 'goldDiffAt15']),
}

const playerNumbers: Fields<Omit<PlayerStats, 'games'>> = {
  ...each(maybe, ['kda', 'csPerMin']),
  ...each(maybeFraction, ['goldShare', 'killParticipation']),
  ...each(maybe, ['killsPerGame', 'deathsPerGame', 'assistsPerGame']),
}

export const ofTeam: Fields<Statistics<TeamStats>> = {
  ...played(),
  stats: z.object({ games: count, ...teamNumbers }),
  samples: z.object({ record: maybeSample, ...each(maybeSample, namesOf(teamNumbers)) }),
}

export const ofPlayer: Fields<Statistics<PlayerStats>> = {
  ...played(),
  stats: z.object({ games: count, ...playerNumbers }),
  samples: z.object({ record: maybeSample, ...each(maybeSample, namesOf(playerNumbers)) }),
}

/** The same of every season. */
export function seasons<Stats>(statistics: Fields<Statistics<Stats>>): z.ZodType<readonly SeasonStatistics<Stats>[]> {
  const season: Fields<SeasonStatistics<Stats>> = { season: text, leagues: z.array(text), games: count, ...statistics }
  return z.array(z.object(season)).meta({ description: 'Every season with a game, newest first.' })
}

function played(): Fields<Pick<Statistics<unknown>, 'record' | 'winRate' | 'coverage'>> {
  return {
    record,
    winRate: percent.nullable().meta({ description: '0-100; null without a game.' }),
    coverage,
  }
}

function namesOf<Name extends string>(numbers: Readonly<Record<Name, unknown>>): readonly Name[] {
  return Object.keys(numbers) as Name[]
}

export function each<T, Name extends string>(schema: z.ZodType<T>, names: readonly Name[]): Record<Name, z.ZodType<T>> {
  return Object.fromEntries(names.map((name) => [name, schema])) as Record<Name, z.ZodType<T>>
}
