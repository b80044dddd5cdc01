import * as z from 'zod'
import type { RequestKind } from './parse-predict-request.ts'
import { commonFields, pickFields, picksPerSide, predictionFields } from './request-schema.ts'

/**
 * The body of `/v1/predict` (`match`) or `/v1/predict-draft` (`draft`) as JSON Schema 2020-12, made of the rules that
 * `parsePredictRequest` checks. No schema can express what needs the catalogue, nor that the teams differ.
 */
export function predictRequestJsonSchema(kind: RequestKind): Readonly<Record<string, unknown>> {
  return bodySchema(
    kind === 'draft' ? { ...predictionFields, bluePicks: picks, redPicks: picks } : { ...predictionFields },
  )
}

/** The same of `/v1/markets`. How many maps of a standing are possible depends on `bestOf`, which no schema can express either. */
export function marketsRequestJsonSchema(): Readonly<Record<string, unknown>> {
  const bothPicks = { bluePicks: picks.optional(), redPicks: picks.optional() }
  const schema = bodySchema({ ...commonFields, ...bothPicks, standing: standing.optional() })
  return { ...schema, dependentRequired: { bluePicks: ['redPicks'], redPicks: ['bluePicks'] } }
}

const picks = z
  .array(z.strictObject(pickFields))
  .length(picksPerSide)
  .meta({ description: 'Each role once, in any order.' })
const won = z.int().min(0).max(3)
const wonBy = (side: string) => won.meta({ description: `Maps that ${side} has won.` })
const standing = z.strictObject({ blue: wonBy('blue'), red: wonBy('red') }).meta({
  description: 'Maps won so far, at most those that win the series and by one team only; none by default.',
})

function bodySchema(fields: z.core.$ZodLooseShape): Readonly<Record<string, unknown>> {
  const body = z.strictObject(fields).meta({ allOf: [oneForm('blue'), oneForm('red')] })
  const { $schema: _, ...schema } = z.toJSONSchema(body, { io: 'input', reused: 'inline' })
  return schema
}

/** A team by id or by name, not by both. */
function oneForm(side: 'blue' | 'red'): object {
  return { oneOf: [{ required: [`${side}TeamId`] }, { required: [`${side}Team`] }] }
}
