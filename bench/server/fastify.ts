import { createPredictor, parsePredictRequest } from '@riftline/predictor'
import { loadArtifacts } from '@riftline/predictor/node'
import fastify from 'fastify'

// The same core behind Fastify with its own schema validation: no keys, no rate, no credits, no ledger.
const artifacts = await loadArtifacts(process.argv[2] ?? 'artifacts')
const predictor = createPredictor(artifacts)
const teams = [...artifacts.catalogue.teams].sort((a, b) => a.id - b.id)
const list = JSON.stringify({ count: teams.length, teams: teams.map(({ id, name, region }) => ({ id, name, region })) })
const body = {
  type: 'object',
  additionalProperties: false,
  required: ['blueTeamId', 'redTeamId'],
  properties: { blueTeamId: { type: 'integer', minimum: 1 }, redTeamId: { type: 'integer', minimum: 1 } },
}

const app = fastify()
app.post('/v1/predict', { schema: { body } }, async (request) =>
  predictor.predict(parsePredictRequest(request.body), { at: Date.now() }),
)
app.get('/v1/teams', async (_request, reply) => reply.type('application/json; charset=utf-8').send(list))
const address = await app.listen({ port: 0, host: '127.0.0.1' })
process.stdout.write(`port ${new URL(address).port}\n`)
