import { allOddsAnswerSchema, winnerOddsAnswerSchema } from '@riftline/odds'
import * as z from 'zod'
import { errorCodes } from '../http/error-codes.ts'
import * as details from './detail-schemas.ts'
import { closedSchema, type JsonSchema, mapValues, openAnswerSchema } from './json-schema.ts'
import * as lists from './list-schemas.ts'
import { scheduleItem, scheduleList } from './list-schemas.ts'
import { markets } from './markets-schema.ts'
import { prediction } from './prediction-schema.ts'
import { candidate, candidates, namedId, sideGames, sideWinRate, text } from './primitives.ts'
import { requestSchemas } from './request-schemas.ts'
import * as statistics from './statistics-schemas.ts'
import { usage } from './usage-schema.ts'

const ok = z.literal('ok')
const check = ok.describe('Nothing is wrong; else the answer is a 503.')

const health = z.object({ status: ok.describe('The process runs.') })

const readiness = z.object({
  status: z.literal('ready').describe('It may be sent traffic.'),
  checks: z
    .object({ ledger: check, artifacts: check, catalogue: check, disk: check })
    .meta({ description: 'What was looked at.' }),
})

/** Body of every error: two strings, and the known names that a name may mean. */
const errorBody = z.strictObject({
  error: z.enum(errorCodes).describe('The code, for programs.'),
  message: text.meta({ description: 'For people; it may change.' }),
  candidates: candidates.exactOptional(),
})

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
