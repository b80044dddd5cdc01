import { highestOdds } from '@riftline/core'
import * as z from 'zod'
import { modelNames, pickRoles } from '../../types.ts'
import type { RequestKind } from './parse-predict-request.ts'

// Rules for each field of a request. They check bodies and generate the JSON Schema; their messages are part of the contract.

const controlCharacter = /\p{Cc}/u
/** Control characters as a JSON Schema pattern, since many languages do not support `\p`. */
export const controls = '\\u0000-\\u001f\\u007f-\\u009f'

/** Fields of every request, in the order in which faults are reported. */
export const commonFields = {
  blueTeamId: teamId('blueTeam').optional(),
  blueTeam: teamName().optional(),
  redTeamId: teamId('redTeam').optional(),
  redTeam: teamName().optional(),
  model: z
    .enum(modelNames, { error: 'must be fasttree, lightgbm, pcasweep or consensus' })
    .meta({ description: 'Model of the forecast.', default: 'fasttree' })
    .optional(),
  oddsBlue: decimalOdds('blue').optional(),
  oddsRed: decimalOdds('red').optional(),
  tournament: text(120, 'Free-form label of league and season. Ignored if no league fits.').optional(),
  bestOf: z
    .literal([1, 3, 5], { error: 'must be 1, 3 or 5' })
    .meta({ type: 'integer', description: 'Maximum number of maps.', default: 3 })
    .optional(),
} as const

export const predictionFields = {
  ...commonFields,
  explain: z
    .boolean({ error: 'must be true or false' })
    .meta({ description: 'Adds `explanation` to the answer, at no further cost.', default: false })
    .optional(),
} as const

/** Fields of one pick; whether the champion exists is checked against the catalogue. */
export const pickFields = {
  role: z
    .enum(pickRoles, { error: 'must be TOP, JUNGLE, MID, BOT or SUPPORT' })
    .meta({ description: 'Role of the pick.' }),
  champion: z
    .string({ error: 'unknown champion' })
    .meta({ description: 'Champion name; case, spaces and punctuation do not matter.' }),
} as const

export const picksPerSide = 5

/** Limit of the requests in one body of `/v1/predict/batch`. */
export const mostRequests = 100

/** The message of the first rule that a value breaks; null if it breaks none. */
export function brokenRule(rule: z.ZodType, value: unknown): string | null {
  const result = rule.safeParse(value)
  return result.success ? null : (result.error.issues[0]?.message ?? 'is not valid')
}

/**
 * The rule for team names that a text breaks, or null; for names from outside a body.
 *
 * @example teamNameFault('Gen.G') // => null
 */
export function teamNameFault(name: string): string | null {
  return brokenRule(commonFields.blueTeam, name)
}

function teamId(name: string) {
  const error = 'must be a positive integer'
  return z
    .int({ error })
    .min(1, { error })
    .meta({ description: `Give this id or \`${name}\`.` })
}

function teamName() {
  return text(80, 'Name or alias; case, spaces and punctuation do not matter.')
}

function decimalOdds(side: string) {
  const error = `must be a number above 1 and at most ${highestOdds}`
  return z
    .number({ error })
    .gt(1, { error })
    .lte(highestOdds, { error })
    .meta({ description: `Decimal odds of ${side}.` })
}

/** A trimmed text, its length in characters. JSON Schema cannot trim, so its rule accepts untrimmed texts of any length. */
function text(maxLength: number, description: string) {
  const error = `must be 1-${maxLength} characters`
  return z
    .string({ error })
    .transform((value) => value.trim())
    .refine((value) => isShortText(value, maxLength), { error })
    .refine((value) => !controlCharacter.test(value), { error: 'must have no control characters' })
    .meta({
      description: `${description} The length is counted after trimming.`,
      minLength: 1,
      maxLength,
      pattern: `^[^${controls}]*[^\\s${controls}][^${controls}]*$`,
    })
}

/** Checks UTF-16 units first, because a text never has more characters than units. */
function isShortText(text: string, maxLength: number): boolean {
  return text !== '' && (text.length <= maxLength || [...text].length <= maxLength)
}

/**
 * The body of `/v1/predict` (`match`) or `/v1/predict-draft` (`draft`) as JSON Schema 2020-12, generated from the rules of
 * `parsePredictRequest`. The schema cannot express rules that need the catalogue, nor that the teams differ.
 */
export function predictRequestJsonSchema(kind: RequestKind): Readonly<Record<string, unknown>> {
  return bodySchema({ ...predictionFields, ...(kind === 'draft' && { bluePicks: picks, redPicks: picks }) })
}

/** The body of `/v1/markets` in the same way. The schema also cannot express that `bestOf` limits the maps of a standing. */
export function marketsRequestJsonSchema(): Readonly<Record<string, unknown>> {
  const bothPicks = { bluePicks: picks.optional(), redPicks: picks.optional() }
  const schema = bodySchema({ ...commonFields, ...bothPicks, standing: standing.optional() })
  return { ...schema, dependentRequired: { bluePicks: ['redPicks'], redPicks: ['bluePicks'] } }
}

/** The body of `/v1/predict/batch`, with requests that may be any objects. */
export function batchRequestJsonSchema(): Readonly<Record<string, unknown>> {
  const { model } = predictRequestJsonSchema('match').properties as Readonly<Record<string, unknown>>
  const description = 'Series, each with the fields of `predict` or `predict-draft`.'
  const requests = { type: 'array', minItems: 1, maxItems: mostRequests, items: { type: 'object' }, description }
  return { type: 'object', properties: { model, requests }, required: ['requests'], additionalProperties: false }
}

const picks = z
  .array(z.strictObject(pickFields))
  .length(picksPerSide)
  .meta({ description: 'One pick for each role, in any order.' })
const won = z.int().min(0).max(3)
const wonBy = (side: string) => won.meta({ description: `Maps that ${side} has won.` })
const standing = z.strictObject({ blue: wonBy('blue'), red: wonBy('red') }).meta({
  description: 'Maps won so far, none by default. No map may follow the win of the series.',
})

function bodySchema(fields: z.core.$ZodLooseShape): Readonly<Record<string, unknown>> {
  const body = z.strictObject(fields).meta({ allOf: [oneForm('blue'), oneForm('red')] })
  const { $schema: _, ...schema } = z.toJSONSchema(body, { io: 'input', reused: 'inline' })
  return schema
}

/** Requires a team by id or by name, but not both. */
function oneForm(side: 'blue' | 'red'): object {
  return { oneOf: [{ required: [`${side}TeamId`] }, { required: [`${side}Team`] }] }
}
