import type { Sample } from '@riftline/predictor'
import * as z from 'zod'
import { count, fraction, number, percent, text } from './primitives.ts'

/** `<wins>W - <losses>L`. */
export const record = z
  .string()
  .regex(/^\d+W - \d+L$/)
  .describe('Games won and lost.')
const maybe = number.nullable()
const maybeFraction = fraction.nullable()

export const sample = z.object({
  games: count.meta({ description: 'Games that the number rests on.' }),
  from: z.enum(['games', 'season']).meta({ description: 'These games, or published averages of their seasons.' }),
})
const maybeSample = sample.nullable()
const coverage = z
  .object({
    teamGames: count.meta({ description: 'Games of the team, of a player those of every team that they played for.' }),
    lineups: count.meta({ description: 'Those of them whose five players are known.' }),
  })
  .nullable()
  .meta({ description: 'What the record rests on; null where it is a published total, and where it was not counted.' })

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

const averages = { description: 'Averages; null where nothing is known.' }
export const teamStats = z.object({ games, ...teamNumbers }).meta(averages)
export const teamSamples = samplesOf(teamNumbers)
export const playerStats = z.object({ games, ...playerNumbers }).meta(averages)
export const playerSamples = samplesOf(playerNumbers)

const played = {
  record,
  winRate: percent.nullable().meta({ description: 'Percentage of games won, 0-100; null without a game.' }),
  coverage,
}
export const ofTeam = { ...played, stats: teamStats, samples: teamSamples }
export const ofPlayer = { ...played, stats: playerStats, samples: playerSamples }

function samplesOf<Name extends string>(numbers: Readonly<Record<Name, unknown>>) {
  const names = ['record', ...Object.keys(numbers)]
  const fields = names.map((name) => [name, maybeSample.describe(`Of ${name}; null without a value.`)])
  return z.object(Object.fromEntries(fields)).meta({
    description: 'What the record and each of stats rest on.',
  }) as unknown as z.ZodType<Readonly<Record<Name | 'record', Sample | null>>>
}

/** The same of every season. */
export function seasons<Shape extends z.ZodRawShape>(statistics: Shape) {
  const season = z.object({
    season: text.describe('The year.'),
    leagues: z.array(text).describe('Codes of the leagues played in.'),
    games,
    ...statistics,
  })
  return z.array(season).meta({ description: 'Every season with a game, newest first.' })
}
