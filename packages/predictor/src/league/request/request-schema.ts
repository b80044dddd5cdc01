import { highestOdds } from '@riftline/core'
import * as z from 'zod'
import { modelNames, pickRoles } from '../../types.ts'

/** The rules of each field of the body of `/v1/predict` and `/v1/predict-draft`; the messages are part of the contract. */

export type RequestField =
  | 'blueTeamId'
  | 'blueTeam'
  | 'redTeamId'
  | 'redTeam'
  | 'model'
  | 'oddsBlue'
  | 'oddsRed'
  | 'tournament'
  | 'bestOf'
  | 'explain'
  | 'bluePicks'
  | 'redPicks'

const controlCharacter = /\p{Cc}/u
/** The same for a pattern of JSON Schema: `\p` is unknown to many languages. */
const controls = '\\u0000-\\u001f\\u007f-\\u009f'

/** In the order in which faults are reported. */
export const fieldRules: Readonly<Record<Exclude<RequestField, 'explain' | 'bluePicks' | 'redPicks'>, z.ZodType>> = {
  blueTeamId: teamId('blueTeam'),
  blueTeam: teamName(),
  redTeamId: teamId('redTeam'),
  redTeam: teamName(),
  model: z
    .enum(modelNames, { error: 'must be fasttree, lightgbm, pcasweep or consensus' })
    .meta({ description: 'The model that answers.', default: 'fasttree' }),
  oddsBlue: decimalOdds('blue'),
  oddsRed: decimalOdds('red'),
  tournament: text(120, 'League and season label, free-form: one that no league fits selects none.'),
  bestOf: z
    .literal([1, 3, 5], { error: 'must be 1, 3 or 5' })
    .meta({ type: 'integer', description: 'Most maps of the series.', default: 3 }),
}

/** Of predictions alone. */
export const explainRule: z.ZodType<boolean> = z
  .boolean({ error: 'must be true or false' })
  .meta({ description: 'Adds `explanation` to the answer, at no further cost.', default: false })

/** The rules of one pick; the catalogue knows which champions exist. */
export const pickRules: Readonly<Record<'role' | 'champion', z.ZodType<string>>> = {
  role: z.enum(pickRoles, { error: 'must be TOP, JUNGLE, MID, BOT or SUPPORT' }).meta({ description: 'The seat.' }),
  champion: z
    .string({ error: 'unknown champion' })
    .meta({ description: 'Its name; case, spaces and punctuation do not matter.' }),
}

export const picksPerSide = 5

/** The rule that a value breaks, or null. */
export function brokenRule(rule: z.ZodType, value: unknown): string | null {
  const result = rule.safeParse(value)
  return result.success ? null : (result.error.issues[0]?.message ?? 'is not valid')
}

function teamId(name: string): z.ZodType<number> {
  const error = 'must be a positive integer'
  return z
    .int({ error })
    .min(1, { error })
    .meta({ description: `This or ${name}, not both.` })
}

function teamName(): z.ZodType<string> {
  return text(80, 'Name or alias, compared without case, spaces and punctuation.')
}

function decimalOdds(side: string): z.ZodType<number> {
  const error = `must be a number above 1 and at most ${highestOdds}`
  return z
    .number({ error })
    .gt(1, { error })
    .lte(highestOdds, { error })
    .meta({ description: `Decimal odds of ${side}.` })
}

/**
 * Length in characters, not in UTF-16 units, after trimming. The metadata tells JSON Schema the same, which cannot
 * trim: whatever it accepts is accepted.
 */
function text(maxLength: number, description: string): z.ZodType<string> {
  const error = `must be 1-${maxLength} characters`
  return z
    .string({ error })
    .transform((value) => value.trim())
    .refine((value) => value !== '' && [...value].length <= maxLength, { error })
    .refine((value) => !controlCharacter.test(value), { error: 'must have no control characters' })
    .meta({
      description: `${description} Trimmed before its length is counted.`,
      minLength: 1,
      maxLength,
      pattern: `^[^${controls}]*[^\\s${controls}][^${controls}]*$`,
    })
}
