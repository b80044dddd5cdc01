import { z } from 'zod'

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
  | 'bluePicks'
  | 'redPicks'

/** In the order in which faults are reported. */
export const fieldRules: Readonly<Record<Exclude<RequestField, 'bluePicks' | 'redPicks'>, z.ZodType>> = {
  blueTeamId: positiveInteger(),
  blueTeam: text(80),
  redTeamId: positiveInteger(),
  redTeam: text(80),
  model: z.enum(['fasttree', 'lightgbm', 'pcasweep', 'consensus'], {
    error: 'must be fasttree, lightgbm, pcasweep or consensus',
  }),
  oddsBlue: decimalOdds(),
  oddsRed: decimalOdds(),
  tournament: text(120),
  bestOf: z.literal([1, 3, 5], { error: 'must be 1, 3 or 5' }),
}

export const pickFields: readonly string[] = ['role', 'champion']

export const roleRule: z.ZodType<string> = z.enum(['TOP', 'JUNGLE', 'MID', 'BOT', 'SUPPORT'], {
  error: 'must be TOP, JUNGLE, MID, BOT or SUPPORT',
})

/** The rule that a value breaks, or null. */
export function brokenRule(rule: z.ZodType, value: unknown): string | null {
  const result = rule.safeParse(value)
  return result.success ? null : (result.error.issues[0]?.message ?? 'is not valid')
}

function positiveInteger(): z.ZodType<number> {
  const error = 'must be a positive integer'
  return z.int({ error }).min(1, { error })
}

function decimalOdds(): z.ZodType<number> {
  const error = 'must be a number above 1 and at most 1000'
  return z.number({ error }).gt(1, { error }).lte(1000, { error })
}

/** Length in characters, not in UTF-16 units, after trimming. */
function text(maxLength: number): z.ZodType<string> {
  const error = `must be 1-${maxLength} characters`
  return z
    .string({ error })
    .transform((value) => value.trim())
    .refine((value) => value !== '' && [...value].length <= maxLength && !controlCharacter.test(value), { error })
}

const controlCharacter = /\p{Cc}/u
