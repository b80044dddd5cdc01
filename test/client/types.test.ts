import {
  type AllMarkets,
  type BaseModel,
  type BestOf,
  type ChampionResults,
  type Client,
  type ClientOptions,
  createClient,
  type ErrorCode,
  type FirstObjectiveRate,
  type Handicap,
  type KillHandicap,
  type KnownErrorCode,
  type Leader,
  type LeaderBoard,
  type LinePrice,
  type MapTotal,
  type Markets,
  type MarketsAnswer,
  type MatchTotal,
  type MemberPrediction,
  type MemberPredictions,
  type Model,
  type Named,
  type Objective,
  type Odds,
  type OddsMatch,
  type OddsQuery,
  type Operation,
  type OperationCalls,
  type OverUnder,
  type Pick,
  type Picks,
  type Player,
  type PlayerDetail,
  type PlayerStats,
  type PredictBody,
  type PredictDraftBody,
  type Prediction,
  type PredictionOdds,
  RiftlineApiError,
  type Role,
  type ScorePrice,
  type Side,
  type SideWinRate,
  type Stat,
  type Team,
  type TeamDetail,
  type TeamPrice,
  type TeamStats,
  type TournamentDetail,
  type Usage,
  type WinnerMarket,
} from '@riftline/client'
import { errorCodes } from '@riftline/server'
import { fetch as undiciFetch } from 'undici'
import { describe, expect, expectTypeOf, it } from 'vitest'

// The compiler checks these types (npm run check). At run time every answer is an empty object.

const fetch = async () => Response.json({})
const client: Client = createClient({ baseUrl: 'https://api.example.org', apiKey: 'k', fetch })
const match = { blueTeamId: 1, redTeamId: 2 } as const

describe('a team', () => {
  it('a team is given by id or by name, and never by both', async () => {
    await client.predict({ blueTeam: 'T1', redTeamId: 2 })
    await client.odds({ team1Id: 1, team2: 'Gen.G' })
    // @ts-expect-error both forms
    await client.predict({ blueTeamId: 1, blueTeam: 'T1', redTeamId: 2 })
    // @ts-expect-error no red team
    await client.predict({ blueTeamId: 1 })
    // @ts-expect-error both forms
    await client.odds({ team1Id: 1, team1: 'T1', team2Id: 2 })
    // @ts-expect-error a name is no id
    await client.odds({ team1Id: 'T1', team2Id: 2 })
  })
})

describe('the body of a prediction', () => {
  it('bestOf is 1, 3 or 5', async () => {
    for (const bestOf of [1, 3, 5] as const) await client.predict({ ...match, bestOf })
    expectTypeOf<BestOf>().toEqualTypeOf<1 | 3 | 5>()
    // @ts-expect-error
    await client.predict({ ...match, bestOf: 2 })
    // @ts-expect-error
    await client.predict({ ...match, bestOf: '3' })
    // @ts-expect-error
    await client.predict({ ...match, bestOf: 2, model: 'consensus' })
  })

  it('a body takes no unknown field, model or role', async () => {
    // @ts-expect-error
    await client.predict({ ...match, bestOff: 3 })
    // @ts-expect-error
    await client.predict({ ...match, model: 'xgboost' })
    // @ts-expect-error no picks
    await client.predictDraft(match)
    const pick = { role: 'MID', champion: 'Ahri' } as const
    const five = [pick, pick, pick, pick, pick] as const
    await client.predictDraft({ ...match, bluePicks: five, redPicks: five })
    // @ts-expect-error four picks
    await client.predictDraft({ ...match, bluePicks: [pick, pick, pick, pick], redPicks: five })
    const support = { role: 'SUP', champion: 'Thresh' } as const
    // @ts-expect-error
    await client.predictDraft({ ...match, bluePicks: [support, pick, pick, pick, pick], redPicks: five })
  })
})

it('markets take the fields of a prediction, picks and a standing', async () => {
  const pick = { role: 'MID', champion: 'Ahri' } as const
  const five = [pick, pick, pick, pick, pick] as const
  await client.markets({ ...match, bluePicks: five, redPicks: five, standing: { blue: 1, red: 0 } })
  expectTypeOf<MarketsAnswer['markets']['seriesWinner'][1]['fairOdds']>().toEqualTypeOf<number | null>()
  // @ts-expect-error both numbers
  await client.markets({ ...match, standing: { blue: 1 } })
  // @ts-expect-error
  await client.markets({ ...match, standing: '1-0' })
})

describe('the answer of a prediction', () => {
  it('the answer has models only when the body asks for the consensus', async () => {
    const consensus = await client.predict({ ...match, model: 'consensus' })
    expectTypeOf(consensus.models).toEqualTypeOf<MemberPredictions>()
    expectTypeOf(consensus.model).toEqualTypeOf<'consensus'>()
    const single = await client.predict({ ...match, model: 'lightgbm' })
    expectTypeOf(single.models).toEqualTypeOf<undefined>()
    expectTypeOf(single.model).toEqualTypeOf<'lightgbm'>()
    const plain = await client.predict(match)
    expectTypeOf(plain.model).toEqualTypeOf<'fasttree'>()
    expectTypeOf(plain.odds).toEqualTypeOf<Prediction['odds']>()
  })

  it('the answer’s model narrows its type when the body’s type leaves it open', async () => {
    const body: PredictBody = match
    const answer = await client.predict(body)
    expectTypeOf(answer).toEqualTypeOf<Prediction>()
    if (answer.model === 'consensus') expectTypeOf(answer.models).toEqualTypeOf<MemberPredictions>()
    const optional: PredictBody & { model?: 'consensus' } = match
    expectTypeOf(await client.predict(optional)).toEqualTypeOf<Prediction>()
  })
})

it('odds have the markets that were asked for', async () => {
  const teams = { team1Id: 1, team2Id: 2 }
  expectTypeOf(await client.odds(teams)).toEqualTypeOf<Odds<'winner'>>()
  expectTypeOf(await client.odds({ ...teams, markets: 'winner' })).toEqualTypeOf<Odds<'winner'>>()
  expectTypeOf(await client.odds({ ...teams, markets: 'all' })).toEqualTypeOf<Odds<'all'>>()
  expectTypeOf<keyof Odds<'winner'>['markets']>().toEqualTypeOf<'seriesWinner'>()
  expectTypeOf<null>().toExtend<Odds<'all'>['markets']['seriesWinner']>()
  expectTypeOf<null>().not.toExtend<Odds<'winner'>['markets']['seriesWinner']>()
})

it('parts of details have exported types', () => {
  expectTypeOf<TeamDetail['stats']>().toEqualTypeOf<TeamStats>()
  expectTypeOf<TeamDetail['sideWinRate']>().toEqualTypeOf<SideWinRate>()
  expectTypeOf<TeamDetail['championPool']>().toEqualTypeOf<readonly ChampionResults[]>()
  expectTypeOf<TeamDetail>().toExtend<Named>()
  expectTypeOf<PlayerDetail['stats']>().toEqualTypeOf<PlayerStats>()
  expectTypeOf<PlayerDetail>().toExtend<Player>()
  expectTypeOf<Player['role']>().toEqualTypeOf<Role | null>()
  expectTypeOf<Team['region']>().toEqualTypeOf<string | null>()
  expectTypeOf<TournamentDetail['firstObjectiveRates']>().toEqualTypeOf<
    Readonly<Record<Objective, FirstObjectiveRate | null>>
  >()
  expectTypeOf<TournamentDetail['leaders']>().toEqualTypeOf<Readonly<Record<LeaderBoard, readonly Leader[]>>>()
  expectTypeOf<Objective>().toEqualTypeOf<'blood' | 'tower' | 'dragon' | 'herald' | 'baron'>()
  expectTypeOf<LeaderBoard>().toEqualTypeOf<'kda' | 'csPerMin' | 'killParticipation' | 'goldShare'>()
  expectTypeOf<Leader['team']>().toEqualTypeOf<Named | null>()
  expectTypeOf<Usage['calls']>().toEqualTypeOf<readonly OperationCalls[]>()
  expectTypeOf<OperationCalls['operation']>().toEqualTypeOf<Operation>()
  expectTypeOf<OperationCalls['model']>().toEqualTypeOf<Model | null>()
})

it('parts of odds have exported types, and pairs of prices have length 2', () => {
  expectTypeOf<Markets>().toEqualTypeOf<'winner' | 'all'>()
  expectTypeOf<OddsQuery['markets']>().toEqualTypeOf<Markets | undefined>()
  expectTypeOf<Odds>().toEqualTypeOf<Odds<'winner'> | Odds<'all'>>()
  expectTypeOf<Odds['match']>().toEqualTypeOf<OddsMatch>()
  expectTypeOf<OddsMatch['bestOf']>().toEqualTypeOf<BestOf>()
  expectTypeOf<Odds<'winner'>['markets']>().toEqualTypeOf<WinnerMarket>()
  expectTypeOf<Odds<'all'>['markets']>().toEqualTypeOf<AllMarkets>()
  expectTypeOf<AllMarkets>().toEqualTypeOf<{
    readonly seriesWinner: readonly [TeamPrice, TeamPrice] | null
    readonly handicap: readonly Handicap[] | null
    readonly totalMaps: readonly OverUnder[] | null
    readonly correctScore: readonly ScorePrice[] | null
    readonly mapTotals: readonly MapTotal[] | null
    readonly matchTotals: readonly MatchTotal[] | null
    readonly killHandicap: readonly KillHandicap[] | null
  }>()
  expectTypeOf<WinnerMarket['seriesWinner']>().toEqualTypeOf<readonly [TeamPrice, TeamPrice]>()
  expectTypeOf<Handicap['odds']>().toEqualTypeOf<readonly [LinePrice, LinePrice]>()
  expectTypeOf<KillHandicap>().toExtend<Handicap>()
  expectTypeOf<LinePrice>().toExtend<TeamPrice>()
  expectTypeOf<MapTotal>().toExtend<MatchTotal>()
  expectTypeOf<MatchTotal['stat']>().toEqualTypeOf<Stat>()
  expectTypeOf<string>().toExtend<Stat>()
})

it('parts of predictions have exported types', () => {
  expectTypeOf<Model>().toEqualTypeOf<BaseModel | 'consensus'>()
  expectTypeOf<PredictBody['model']>().toEqualTypeOf<Model | undefined>()
  expectTypeOf<PredictDraftBody>().toExtend<PredictBody>()
  expectTypeOf<PredictDraftBody['bluePicks']>().toEqualTypeOf<Picks>()
  expectTypeOf<Picks>().toEqualTypeOf<readonly [Pick, Pick, Pick, Pick, Pick]>()
  expectTypeOf<MemberPredictions[0]>().toEqualTypeOf<MemberPrediction<'fasttree'>>()
  expectTypeOf<MemberPrediction['model']>().toEqualTypeOf<BaseModel>()
  expectTypeOf<MemberPrediction['winner']>().toEqualTypeOf<Side>()
  expectTypeOf<Prediction['odds']>().toEqualTypeOf<PredictionOdds | undefined>()
})

it('the option fetch takes the global fetch and undici’s', () => {
  expectTypeOf(globalThis.fetch).toExtend<NonNullable<ClientOptions['fetch']>>()
  expectTypeOf(undiciFetch).toExtend<NonNullable<ClientOptions['fetch']>>()
})

it('KnownErrorCode has the server’s 35 codes, and an error may have other codes too', () => {
  expectTypeOf<KnownErrorCode>().toEqualTypeOf<(typeof errorCodes)[number]>()
  expect(errorCodes.length).toBe(35)
  expectTypeOf<string>().toExtend<ErrorCode>()
  const error = new RiftlineApiError(429, 'rate_limited', 'slow down', { retryAfterSeconds: 3 })
  expectTypeOf(error.requestId).toEqualTypeOf<string | undefined>()
  expectTypeOf(error.retryAfterSeconds).toEqualTypeOf<number | undefined>()
  expect({ ...error }).toMatchObject({ status: 429, code: 'rate_limited', retryAfterSeconds: 3 })
})
