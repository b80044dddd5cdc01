import {
  type BestOf,
  type Client,
  type ClientOptions,
  createClient,
  type ErrorCode,
  type KnownErrorCode,
  type MemberPredictions,
  type Odds,
  type PredictBody,
  type Prediction,
  RiftlineApiError,
} from '@riftline/client'
import { errorCodes } from '@riftline/server'
import { fetch as undiciFetch } from 'undici'
import { describe, expect, expectTypeOf, test } from 'vitest'

// Checked by the compiler (npm run check); what runs here asks a fetch that answers anything with an empty object.

const fetch = async () => Response.json({})
const client: Client = createClient({ baseUrl: 'https://api.example.org', apiKey: 'k', fetch })
const match = { blueTeamId: 1, redTeamId: 2 } as const

describe('a team', () => {
  test('is given by id or by name, and by one of them', async () => {
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
  test('has no other best-of than 1, 3 and 5', async () => {
    for (const bestOf of [1, 3, 5] as const) await client.predict({ ...match, bestOf })
    expectTypeOf<BestOf>().toEqualTypeOf<1 | 3 | 5>()
    // @ts-expect-error
    await client.predict({ ...match, bestOf: 2 })
    // @ts-expect-error
    await client.predict({ ...match, bestOf: '3' })
    // @ts-expect-error
    await client.predict({ ...match, bestOf: 2, model: 'consensus' })
  })

  test('has no unknown field, model or role', async () => {
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

describe('the answer of a prediction', () => {
  test('has models for the consensus alone', async () => {
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

  test('tells the models apart where the body does not', async () => {
    const body: PredictBody = match
    const answer = await client.predict(body)
    expectTypeOf(answer).toEqualTypeOf<Prediction>()
    if (answer.model === 'consensus') expectTypeOf(answer.models).toEqualTypeOf<MemberPredictions>()
    const optional: PredictBody & { model?: 'consensus' } = match
    expectTypeOf(await client.predict(optional)).toEqualTypeOf<Prediction>()
  })
})

test('odds have the markets that were asked for', async () => {
  const teams = { team1Id: 1, team2Id: 2 }
  expectTypeOf(await client.odds(teams)).toEqualTypeOf<Odds<'winner'>>()
  expectTypeOf(await client.odds({ ...teams, markets: 'winner' })).toEqualTypeOf<Odds<'winner'>>()
  expectTypeOf(await client.odds({ ...teams, markets: 'all' })).toEqualTypeOf<Odds<'all'>>()
  expectTypeOf<keyof Odds<'winner'>['markets']>().toEqualTypeOf<'seriesWinner'>()
  expectTypeOf<null>().toExtend<Odds<'all'>['markets']['seriesWinner']>()
  expectTypeOf<null>().not.toExtend<Odds<'winner'>['markets']['seriesWinner']>()
})

test('the fetch of the runtime and that of undici both fit', () => {
  expectTypeOf(globalThis.fetch).toExtend<NonNullable<ClientOptions['fetch']>>()
  expectTypeOf(undiciFetch).toExtend<NonNullable<ClientOptions['fetch']>>()
})

test('the known error codes are the server’s, and others are possible', () => {
  expectTypeOf<KnownErrorCode>().toEqualTypeOf<(typeof errorCodes)[number]>()
  expect(errorCodes.length).toBe(27)
  expectTypeOf<string>().toExtend<ErrorCode>()
  const error = new RiftlineApiError(429, 'rate_limited', 'slow down', { retryAfterSeconds: 3 })
  expectTypeOf(error.requestId).toEqualTypeOf<string | undefined>()
  expectTypeOf(error.retryAfterSeconds).toEqualTypeOf<number | undefined>()
  expect({ ...error }).toMatchObject({ status: 429, code: 'rate_limited', retryAfterSeconds: 3 })
})
