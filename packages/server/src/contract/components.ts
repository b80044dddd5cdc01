import { allOddsAnswerSchema, winnerOddsAnswerSchema } from '@riftline/odds'
import * as z from 'zod'
import * as details from './detail-schemas.ts'
import { closedSchema, type JsonSchema, mapValues, openAnswerSchema } from './json-schema.ts'
import * as lists from './list-schemas.ts'
import { markets } from './markets-schema.ts'
import { prediction } from './prediction-schema.ts'
import { candidate, namedId, sideGames, sideWinRate } from './primitives.ts'
import { requestSchemas } from './request-schemas.ts'
import { scheduleItem, scheduleList } from './schedule-schema.ts'
import { errorBody, health, readiness } from './service-schemas.ts'
import * as statistics from './statistics-schemas.ts'
import { usage } from './usage-schema.ts'

/** Every body that is answered, by the name it has in the OpenAPI document. */
const answers: Readonly<Record<string, z.ZodType>> = {
  NamedId: namedId,
  Candidate: candidate,
  SideWinRate: sideWinRate,
  SideGames: sideGames,
  Sample: statistics.sample,
  TeamStats: statistics.teamStats,
  TeamSamples: statistics.teamSamples,
  PlayerStats: statistics.playerStats,
  PlayerSamples: statistics.playerSamples,
  Leader: details.leader,
  Team: lists.teamItem,
  TeamList: lists.teamList,
  TeamDetail: details.teamDetail,
  Player: lists.playerItem,
  PlayerList: lists.playerList,
  PlayerDetail: details.playerDetail,
  Champion: lists.championItem,
  ChampionList: lists.championList,
  Tournament: lists.tournamentItem,
  TournamentList: lists.tournamentList,
  TournamentDetail: details.tournamentDetail,
  ScheduledSeries: scheduleItem,
  Schedule: scheduleList,
  WinnerOdds: winnerOddsAnswerSchema,
  AllOdds: allOddsAnswerSchema,
  Prediction: prediction,
  MarketsAnswer: markets,
  Usage: usage,
  Health: health,
  Readiness: readiness,
  Error: errorBody,
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
    ...requestSchemas(),
  }
}
