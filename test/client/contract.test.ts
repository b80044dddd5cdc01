import type {
  ChampionList,
  Client,
  MarketsAnswer,
  MarketsBody,
  Odds,
  OddsHistory,
  OddsQuery,
  PlayerDetail,
  PlayerList,
  PredictDraftBody,
  Prediction,
  Schedule,
  TeamDetail,
  TeamList,
  TournamentDetail,
  TournamentList,
  Usage,
} from '@riftline/client'
import { expect, expectTypeOf, it } from 'vitest'
import type { output } from 'zod'
import type { allOddsAnswerSchema, oddsHistoryAnswerSchema, winnerOddsAnswerSchema } from '#odds/answer/odds-schema.ts'
import type { playerDetail, teamDetail, tournamentDetail } from '#server/contract/detail-schemas.ts'
import type {
  championList,
  playerList,
  scheduleList,
  teamList,
  tournamentList,
  usage,
} from '#server/contract/list-schemas.ts'
import { createOpenApi } from '#server/contract/openapi.ts'
import type { markets, prediction } from '#server/contract/prediction-schema.ts'

// The client's types are generated from openapi.json, which is made of the server's zod schemas: both must describe the same fields.

/** Every path to a field: `count`, `teams`, `teams.id` … */
type Paths<T> = T extends readonly (infer Item)[]
  ? Paths<Item>
  : T extends string
    ? never
    : T extends object
      ? { [Key in keyof T & string]-?: Key | `${Key}.${Paths<T[Key]>}` }[keyof T & string]
      : never

it('answer types have the fields of the server’s schemas, no more, no fewer', () => {
  expectTypeOf<Paths<TeamList>>().toEqualTypeOf<Paths<output<typeof teamList>>>()
  expectTypeOf<Paths<PlayerList>>().toEqualTypeOf<Paths<output<typeof playerList>>>()
  expectTypeOf<Paths<ChampionList>>().toEqualTypeOf<Paths<output<typeof championList>>>()
  expectTypeOf<Paths<TournamentList>>().toEqualTypeOf<Paths<output<typeof tournamentList>>>()
  expectTypeOf<Paths<Schedule>>().toEqualTypeOf<Paths<output<typeof scheduleList>>>()
  expectTypeOf<Paths<TeamDetail>>().toEqualTypeOf<Paths<output<typeof teamDetail>>>()
  expectTypeOf<Paths<PlayerDetail>>().toEqualTypeOf<Paths<output<typeof playerDetail>>>()
  expectTypeOf<Paths<TournamentDetail>>().toEqualTypeOf<Paths<output<typeof tournamentDetail>>>()
  expectTypeOf<Paths<Odds<'winner'>>>().toEqualTypeOf<Paths<output<typeof winnerOddsAnswerSchema>>>()
  expectTypeOf<Paths<Odds<'all'>>>().toEqualTypeOf<Paths<output<typeof allOddsAnswerSchema>>>()
  expectTypeOf<Paths<Prediction>>().toEqualTypeOf<Paths<output<typeof prediction>>>()
  expectTypeOf<Paths<MarketsAnswer>>().toEqualTypeOf<Paths<output<typeof markets>>>()
  expectTypeOf<Paths<Usage>>().toEqualTypeOf<Paths<output<typeof usage>>>()
})

/** True when each type is assignable to the other. */
type Agree<A, B> = [A] extends [B] ? ([B] extends [A] ? true : 'the server’s is wider') : 'the client’s is wider'

it('answer types and the server’s schemas are assignable to each other', () => {
  expectTypeOf<Agree<TeamList, output<typeof teamList>>>().toEqualTypeOf<true>()
  expectTypeOf<Agree<PlayerList, output<typeof playerList>>>().toEqualTypeOf<true>()
  expectTypeOf<Agree<ChampionList, output<typeof championList>>>().toEqualTypeOf<true>()
  expectTypeOf<Agree<TournamentList, output<typeof tournamentList>>>().toEqualTypeOf<true>()
  expectTypeOf<Agree<Schedule, output<typeof scheduleList>>>().toEqualTypeOf<true>()
  expectTypeOf<Agree<TeamDetail, output<typeof teamDetail>>>().toEqualTypeOf<true>()
  expectTypeOf<Agree<PlayerDetail, output<typeof playerDetail>>>().toEqualTypeOf<true>()
  expectTypeOf<Agree<TournamentDetail, output<typeof tournamentDetail>>>().toEqualTypeOf<true>()
  expectTypeOf<Agree<Usage, output<typeof usage>>>().toEqualTypeOf<true>()
})

it('types of odds and predictions are narrower than the server’s schemas: they know lengths of lists and names of models', () => {
  expectTypeOf<Odds<'winner'>>().toExtend<output<typeof winnerOddsAnswerSchema>>()
  expectTypeOf<Odds<'all'>>().toExtend<output<typeof allOddsAnswerSchema>>()
  expectTypeOf<OddsHistory>().toExtend<output<typeof oddsHistoryAnswerSchema>>()
  expectTypeOf<Paths<OddsHistory>>().toEqualTypeOf<Paths<output<typeof oddsHistoryAnswerSchema>>>()
  expectTypeOf<Prediction>().toExtend<output<typeof prediction>>()
  expectTypeOf<Agree<MarketsAnswer, output<typeof markets>>>().toEqualTypeOf<true>()
})

const document = createOpenApi({ ratePerMinute: 120 })

it('the client has a method for every path below /v1/', () => {
  const paths: Readonly<Record<Exclude<keyof Client, 'request'>, string>> = {
    teams: '/v1/teams',
    players: '/v1/players',
    champions: '/v1/champions',
    tournaments: '/v1/tournaments',
    schedule: '/v1/schedule',
    usage: '/v1/usage',
    team: '/v1/teams/{id}',
    player: '/v1/players/{id}',
    tournament: '/v1/tournaments/{id}',
    odds: '/v1/odds',
    oddsHistory: '/v1/odds/history',
    performance: '/v1/performance',
    results: '/v1/results',
    predict: '/v1/predict',
    predictDraft: '/v1/predict-draft',
    predictBatch: '/v1/predict/batch',
    markets: '/v1/markets',
    simulateTournament: '/v1/tournament',
    changes: '/v1/stream',
    changePage: '/v1/changes',
  }
  expect(Object.values(paths).sort()).toEqual(
    Object.keys(document.paths)
      .filter((path) => path.startsWith('/v1/'))
      .sort(),
  )
})

type KeysOfUnion<T> = T extends unknown ? keyof T : never

it('request bodies have the fields of the published schemas', () => {
  const fields: Readonly<Record<KeysOfUnion<MarketsBody>, true>> = {
    blueTeamId: true,
    blueTeam: true,
    redTeamId: true,
    redTeam: true,
    model: true,
    oddsBlue: true,
    oddsRed: true,
    tournament: true,
    bestOf: true,
    bluePicks: true,
    redPicks: true,
    standing: true,
  }
  const { MarketsRequestByIds, PredictDraftRequestByIds } = document.components.schemas
  expect(Object.keys(fields).sort()).toEqual(Object.keys(MarketsRequestByIds?.properties as object).sort())
  const { standing: _, ...others } = fields
  const draft: Readonly<Record<KeysOfUnion<PredictDraftBody>, true>> = { ...others, explain: true }
  expect(Object.keys(draft).sort()).toEqual(Object.keys(PredictDraftRequestByIds?.properties as object).sort())
})

it('a query of odds has the parameters of GET /v1/odds', () => {
  const names: Readonly<Record<KeysOfUnion<OddsQuery>, true>> = {
    team1Id: true,
    team1: true,
    team2Id: true,
    team2: true,
    markets: true,
  }
  const { parameters = [] } = document.paths['/v1/odds']?.get ?? {}
  expect(parameters).toEqual(Object.keys(names).map((name) => ({ $ref: `#/components/parameters/${name}` })))
})
