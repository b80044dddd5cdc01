import { predictRequestJsonSchema } from '@riftline/core'
import { z } from 'zod'
import { playerDetail, teamDetail, tournamentDetail } from './detail-schemas.ts'
import { closedSchema, type JsonSchema, mapValues, openAnswerSchema } from './json-schema.ts'
import {
  championItem,
  championList,
  playerItem,
  playerList,
  teamItem,
  teamList,
  tournamentItem,
  tournamentList,
} from './list-schemas.ts'
import { allOddsAnswerSchema, winnerOddsAnswerSchema } from './odds-schema.ts'
import { prediction } from './prediction-schema.ts'
import { namedId } from './primitives.ts'
import { errorBody, health, readiness } from './service-schemas.ts'
import { usage } from './usage-schema.ts'

type AnswerName =
  | 'NamedId'
  | 'Team'
  | 'TeamList'
  | 'TeamDetail'
  | 'Player'
  | 'PlayerList'
  | 'PlayerDetail'
  | 'Champion'
  | 'ChampionList'
  | 'Tournament'
  | 'TournamentList'
  | 'TournamentDetail'
  | 'WinnerOdds'
  | 'AllOdds'
  | 'Prediction'
  | 'Usage'
  | 'Health'
  | 'Readiness'
  | 'Error'

export type SchemaName = AnswerName | 'PredictRequest' | 'PredictDraftRequest'

/** Every body that is answered, by the name it has in the OpenAPI document. */
const answers: Readonly<Record<AnswerName, z.ZodType>> = {
  NamedId: namedId,
  Team: teamItem,
  TeamList: teamList,
  TeamDetail: teamDetail,
  Player: playerItem,
  PlayerList: playerList,
  PlayerDetail: playerDetail,
  Champion: championItem,
  ChampionList: championList,
  Tournament: tournamentItem,
  TournamentList: tournamentList,
  TournamentDetail: tournamentDetail,
  WinnerOdds: winnerOddsAnswerSchema,
  AllOdds: allOddsAnswerSchema,
  Prediction: prediction,
  Usage: usage,
  Health: health,
  Readiness: readiness,
  Error: errorBody(),
}

export function schemaReference(name: SchemaName): JsonSchema {
  return { $ref: `#/components/schemas/${name}` }
}

/** All named schemas as JSON Schema 2020-12: answers as they are sent, requests as they may be sent. */
export function componentSchemas(): Readonly<Record<string, JsonSchema>> {
  const registry = z.registry<{ readonly id: string }>()
  for (const [id, schema] of Object.entries(answers)) registry.add(schema, { id })
  const { schemas } = z.toJSONSchema(registry, { io: 'output', uri: (id) => `#/components/schemas/${id}` })
  const { Error: error = {}, ...others } = schemas
  return {
    ...mapValues(others, openAnswerSchema),
    Error: closedSchema(error),
    PredictRequest: closedSchema(predictRequestJsonSchema('match')),
    PredictDraftRequest: closedSchema(predictRequestJsonSchema('draft')),
  }
}
