import { modelNames, pickRoles } from '@riftline/predictor'
import * as z from 'zod'

/** The values that occur in many bodies, each with its range. */

export const id = z.int().min(1).describe('Id that other calls take, at least 1.')
export const count = z.int().min(0)
export const text = z.string()
export const number = z.number()
/** A rate or share: every field ending in `Rate` or `Share` but `winRate`. */
export const fraction = z.number().min(0).max(1)
export const percent = z.number().min(0).max(100)

export function object<Shape extends z.ZodRawShape>(meaning: string, shape: Shape) {
  return z.object(shape).describe(meaning)
}

export function objectOrNull<Shape extends z.ZodRawShape>(meaning: string, shape: Shape) {
  return z.object(shape).nullable().describe(meaning)
}

export function matching(form: RegExp, meaning: string) {
  return z.string().regex(form).describe(meaning)
}

/** A moment, to the second. */
export function utc(meaning: string) {
  return matching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}$/, `${meaning} UTC, without a suffix.`)
}

export const dataThroughUtc = utc('The data date: start of the last game learned.')

export const asOfUtc = matching(
  /^\d{4}-\d{2}-\d{2}$/,
  'The date that the forecast is for, UTC, without a suffix: today, at the earliest that of the data. Equal requests on one ' +
    'date have equal answers while `artifacts` is the same.',
)

export const artifacts = matching(
  /^[0-9a-f]{12}$/,
  'Identity of the models and tables that answered; equal to the header `X-Artifacts`.',
)

export const bestOf = z.literal([1, 3, 5]).meta({ type: 'integer' })

export const namedId = z.object({ id, name: text.describe('Current name.') }).describe('An id and a name.')

export const candidate = object('Something that a name may mean.', {
  id: id.exactOptional().describe('Its id; absent where a word and no id is meant.'),
  name: text.describe('Its present name, or the word.'),
})

/** Entities that a name of the caller may mean. */
export const candidates = z
  .array(candidate)
  .max(8)
  .describe('Likely meanings of a name, best first; absent where nothing is near.')

export const role = z.enum(pickRoles).describe('A seat of a team.')
export const model = z.enum(modelNames).describe('The model that answers.')

export const sideGames = object('Games that the shares of sideWinRate rest on.', {
  blue: count.nullable().describe('Games on the blue side; null where it was not counted.'),
  red: count.nullable().describe('Games on the red side; null where it was not counted.'),
})
export const sideWinRate = object('Shares of games won, by side.', {
  blue: fraction.nullable().describe('Share of the games on the blue side that were won, 0-1; null without one.'),
  red: fraction.nullable().describe('Share of the games on the red side that were won, 0-1; null without one.'),
})
