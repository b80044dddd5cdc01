import { marketsRequestJsonSchema, predictRequestJsonSchema } from '@riftline/predictor'
import { closedSchema, type JsonSchema, reference } from './json-schema.ts'

/** Bodies of requests by name, each as one object: its properties, and beside them the rules between them. */
export function requestObjects(): Readonly<Record<string, JsonSchema>> {
  return {
    PredictRequest: closedSchema(predictRequestJsonSchema('match')),
    PredictDraftRequest: closedSchema(predictRequestJsonSchema('draft')),
    MarketsRequest: closedSchema(marketsRequestJsonSchema()),
  }
}

/**
 * The same as alternatives of whole objects, one for each way to name the teams, and the parts that they share. Generators of types
 * know no other rule between fields.
 */
export function requestSchemas(): Readonly<Record<string, JsonSchema>> {
  const schemas: Record<string, JsonSchema> = {}
  for (const [name, { allOf: _, ...object }] of Object.entries(requestObjects())) {
    const properties = sharedParts(object.properties as Properties, schemas)
    for (const { form, teams } of ways) schemas[name + form] = wholeObject({ ...object, properties }, teams)
    schemas[name] = { oneOf: ways.map(({ form }) => reference('schemas', name + form)) }
  }
  return schemas
}

type Properties = Readonly<Record<string, JsonSchema>>

const ways = [
  { form: 'ByNames', teams: ['blueTeam', 'redTeam'] },
  { form: 'ByIds', teams: ['blueTeamId', 'redTeamId'] },
  { form: 'ByNameAndId', teams: ['blueTeam', 'redTeamId'] },
  { form: 'ByIdAndName', teams: ['blueTeamId', 'redTeam'] },
] as const

/** Schemas of parts with a default or with fields of their own. A field whose reference has no default beside it is optional for every generator. */
const partNames: Readonly<Record<string, string>> = {
  model: 'RequestedModel',
  bestOf: 'RequestedBestOf',
  explain: 'RequestedExplain',
  bluePicks: 'Picks',
  redPicks: 'Picks',
  standing: 'Standing',
}

function sharedParts(properties: Properties, schemas: Record<string, JsonSchema>): Properties {
  const parts = Object.entries(properties).map(([field, part]) => {
    const name = partNames[field]
    if (name === undefined) return [field, part] as const
    schemas[name] = part
    if (name === 'Picks') {
      schemas.Pick = part.items as JsonSchema
      schemas.Picks = { ...part, items: reference('schemas', 'Pick') }
    }
    return [field, reference('schemas', name)] as const
  })
  return Object.fromEntries(parts)
}

/** @param teams the fields that name them; their other fields are never there */
function wholeObject({ properties, required = [], ...rules }: JsonSchema, teams: readonly string[]): JsonSchema {
  const fields = Object.entries(properties as Properties).map(([field, part]) => {
    const other = field.endsWith('TeamId') ? field.slice(0, -2) : `${field}Id`
    return [field, teams.includes(other) ? { ...never, description: `Never beside ${other}.` } : part]
  })
  const every = [...teams, ...(required as readonly string[])]
  // Some linters think that alternatives overlap where they share optional fields and have no other rule.
  return { ...rules, properties: Object.fromEntries(fields), required: every, minProperties: every.length }
}

/** Nothing fits it; generators that do not read `not` take it for null. */
const never = { type: 'null', not: {} } as const
