import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { models, tinyPredictor } from '../predictor/predict/answers.ts'
import { call, expectError } from '../support/contract-cases.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { catalogue, draftBody } from '../support/server-catalogue.ts'
import { createFakePredictor, fakeForecast } from '../support/server-predictor.ts'
import { tinyCatalogue, tinyDraft } from '../support/tiny-artifacts.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer({ predictor: tinyPredictor(), catalogue: tinyCatalogue, topUp: 1000 })
})
afterAll(() => server.close())

const teams = { blueTeamId: 1, redTeamId: 2 }
const post = (path: string, body: object) => call(server, { method: 'POST', path, body })

describe.each([
  ['/v1/predict', teams],
  ['/v1/predict-draft', { ...teams, ...tinyDraft }],
])('%s with explain: true', (path, body) => {
  it.each(models)(
    'explain: true adds the explanation of %s to the end of an otherwise equal answer, at the same price',
    async (model) => {
      const asked = { ...body, model, oddsBlue: 1.8, oddsRed: 2.1 }
      const plain = await post(path, { ...asked, explain: false })
      const explained = await post(path, { ...asked, explain: true })
      const { explanation, ...answer } = explained.response.json
      expect(explained.response.text.startsWith(plain.response.text.slice(0, -1))).toBe(true)
      expect(answer.model).toBe(model)
      expect(Object.keys(plain.response.json)).not.toContain('explanation')
      expect(Object.keys(explained.response.json).at(-1)).toBe('explanation')
      expect(explained.charged).toBe(plain.charged)
      expect(explanation.stages.map(({ stage }: { stage: string }) => stage)).toContain('market')
    },
  )
})

it.each(['yes', 1, null])('explain: %j is refused, free of charge', async (explain) => {
  for (const [path, body] of [
    ['/v1/predict', teams],
    ['/v1/predict-draft', { ...teams, ...tinyDraft }],
  ] as const) {
    const { response, charged } = await post(path, { ...body, explain })
    expectError(response, 400, 'validation_error', 'explain: must be true or false')
    expect(charged).toBe(0)
  }
})

it('an explanation with NaN is 500 prediction_error and costs nothing', async () => {
  const predictor = createFakePredictor(catalogue, (matchup) => {
    const explanation = { logit: Number.NaN, points: 0, league: null, weights: {}, stages: [], value: null }
    return { ...fakeForecast(matchup), explanation }
  })
  const broken = await startServer({ predictor })
  const { response, charged } = await call(broken, { method: 'POST', path: '/v1/predict-draft', body: draftBody })
  expect([response.status, response.json.error, charged]).toEqual([500, 'prediction_error', 0])
  await broken.close()
})
