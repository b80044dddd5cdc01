import * as z from 'zod'
import type { RequestKind } from './parse-predict-request.ts'
import { fieldRules, pickRules, picksPerSide } from './request-schema.ts'

/**
 * The body of `/v1/predict` (`match`) or `/v1/predict-draft` (`draft`) as JSON Schema 2020-12, made of the rules that
 * `parsePredictRequest` checks. No schema can express what needs the catalogue, nor that the teams differ.
 */
export function predictRequestJsonSchema(kind: RequestKind): Readonly<Record<string, unknown>> {
  const optional = Object.entries(fieldRules).map(([field, rule]) => [field, rule.optional()] as const)
  const picks = z.array(z.strictObject(pickRules)).length(picksPerSide)
  const draft = kind === 'draft' ? { bluePicks: picks, redPicks: picks } : {}
  const body = z
    .strictObject({ ...Object.fromEntries(optional), ...draft })
    .meta({ allOf: [oneForm('blue'), oneForm('red')] })
  const { $schema: _, ...schema } = z.toJSONSchema(body, { io: 'input', reused: 'inline' })
  return schema
}

/** A team by id or by name, not by both. */
function oneForm(side: 'blue' | 'red'): object {
  return { oneOf: [{ required: [`${side}TeamId`] }, { required: [`${side}Team`] }] }
}
