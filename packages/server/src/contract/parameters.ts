import { pickRoles, predictRequestJsonSchema } from '@riftline/predictor'
import * as z from 'zod'
import { visibleAscii } from '../charging/idempotency.ts'
import { idForm, mostItems } from '../http/parse-id.ts'
import { closedSchema, type JsonSchema, parameterSchema } from './json-schema.ts'

/** Parameters beside the bodies. The OpenAPI document is made of the schemas that validate. */

/** `{id}` in a path and ids in a query: text in, a number out. */
const idParameter: z.ZodType<number, string> = z.string().regex(idForm).transform(Number).pipe(z.int().min(1))
const idempotencyKey: z.ZodType<string, string> = z.string().min(1).max(255).regex(visibleAscii)

/** A parameter, as OpenAPI describes it. */
export interface ParameterObject {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required: boolean
  readonly description: string
  readonly schema: JsonSchema
}

/** Every parameter of every route, by its name. */
export function parameterObjects(): Readonly<Record<string, ParameterObject>> {
  const id = parameterSchema(idParameter, 'output')
  const { blueTeam: name } = predictRequestJsonSchema('match').properties as { readonly blueTeam: JsonSchema }
  const text = parameterSchema(z.string(), 'input')
  const active = parameterSchema(z.enum(['true', 'false']), 'input')
  const markets = parameterSchema(z.enum(['winner', 'all']).default('winner'), 'input')
  const all: readonly ParameterObject[] = [
    { name: 'id', in: 'path', required: true, description: 'From the matching list.', schema: id },
    optional('query', 'team1Id', 'This or team1, not both.', id),
    optional('query', 'team1', 'Name or alias.', closedSchema(name)),
    optional('query', 'team2Id', 'This or team2, not both; another team than the first.', id),
    optional('query', 'team2', 'Name or alias.', closedSchema(name)),
    optional('query', 'markets', 'The winner only, or all seven.', markets),
    optional('query', 'active', 'Only those with a game within 180 days, or only the others.', active),
    optional(
      'query',
      'name',
      'Only what this name finds, best first; several where it is ambiguous.',
      closedSchema(name),
    ),
    optional('query', 'league', 'Only of this league, by name or code.', closedSchema(name)),
    optional('query', 'season', 'Only of this year.', parameterSchema(z.string().regex(/^20\d\d$/), 'input')),
    optional('query', 'days', 'Only as many days ahead.', parameterSchema(z.int().min(1).max(60), 'output')),
    optional('query', 'limit', 'At most so many.', parameterSchema(z.int().min(1).max(mostItems), 'output')),
    optional('query', 'team', 'With name: only players of this team.', id),
    optional('query', 'role', 'With name: only players of this role.', parameterSchema(z.enum(pickRoles), 'input')),
    optional(
      'header',
      'Idempotency-Key',
      'Kept for 24 hours: a repeat with the same key and body is answered again, byte for byte and free.',
      parameterSchema(idempotencyKey, 'input'),
    ),
    optional('header', 'If-None-Match', 'Tags of a copy at hand; 304 when one still fits.', text),
    optional('header', 'Accept-Encoding', 'br and gzip are understood.', text),
  ]
  return Object.fromEntries(all.map((parameter) => [parameter.name, parameter]))
}

function optional(place: 'query' | 'header', name: string, description: string, schema: JsonSchema): ParameterObject {
  return { name, in: place, required: false, description, schema }
}
