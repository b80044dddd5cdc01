import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { silentLog } from '@riftline/base/node'
import { createClient } from '@riftline/client'
import { createOfflineBackend } from '@riftline/mcp'
import {
  createPredictor,
  modelNames,
  type PredictRequest,
  parseMarketsRequest,
  parsePredictRequest,
} from '@riftline/predictor'
import { loadArtifacts } from '@riftline/predictor/node'
import { openLocalApi, parseConfig } from '@riftline/server'
import * as contract from '@riftline/server/openapi'
import { afterEach, expect, it, onTestFinished, vi } from 'vitest'
import { callTool } from '#mcp/call-tool.ts'
import { createTools } from '#mcp/tools.ts'
import { runsAll } from '../support/amount.ts'
import { runCliIn } from '../support/cli.ts'
import { send, startServer } from '../support/server.ts'
import { tinyDraft } from '../support/tiny-artifacts.ts'
import { useKnownNames } from '../support/tiny-artifacts-known-names.ts'

const folder = useKnownNames()
afterEach(() => vi.useRealTimers())

type Request = PredictRequest & { readonly standing?: { readonly blue: number; readonly red: number } }

const morning = '2031-01-10T00:00:01Z'
const night = '2031-01-10T23:59:58Z'

/** Requests in several wordings of the same meaning. */
const predictions: readonly (readonly [Request, ...Request[]])[] = [
  ...modelNames.map((model): readonly [Request, ...Request[]] => [
    { blueTeam: 'T1', redTeam: 'Gen.G', model, bestOf: 5 },
    { bestOf: 5, model, redTeam: ' GEN G', blueTeam: 't1' },
    { redTeamId: 3, blueTeamId: 2, bestOf: 5, model },
  ]),
  [
    { blueTeam: 'T1', redTeam: 'Gen.G', model: 'consensus', tournament: 'Worlds 2030', oddsBlue: 2.4, oddsRed: 1.6 },
    { oddsRed: 1.6, oddsBlue: 2.4, tournament: 'WORLDS 2030', redTeamId: 3, blueTeam: 'T1', model: 'consensus' },
  ],
  [{ blueTeamId: 3, redTeamId: 2, model: 'fasttree', explain: true }],
  [{ blueTeamId: 2, redTeamId: 3, model: 'consensus', ...tinyDraft }],
]
const markets: readonly (readonly [Request, ...Request[]])[] = [
  [{ blueTeam: 'T1', redTeam: 'Gen.G', model: 'consensus', bestOf: 5, standing: { blue: 1, red: 0 } }],
  [
    { blueTeam: 'T1', redTeam: 'Gen.G', model: 'pcasweep' },
    { model: 'pcasweep', redTeamId: 3, blueTeamId: 2 },
  ],
]

it.runIf(runsAll)(
  'all routes, commands and tools answer the same bytes within one UTC day, and others on the next day',
  async () => {
    const artifacts = await loadArtifacts(folder())
    const predictor = createPredictor(artifacts)
    const server = await startServer({ predictor, catalogue: artifacts.catalogue, topUp: 10_000 })
    onTestFinished(() => server.close())
    const data = dataFolder()
    const overMcp = openMcp(data)
    const byCommand = async (name: string, request: Request): Promise<string> => {
      const args = commandLine(data, request)
      const { stdout, stderr } = await runCliIn({ RIFTLINE_ARTIFACTS_DIR: folder() }, name, ...args, '--json')
      return `${stdout.trimEnd()}${stderr}`
    }
    /** Answers of all interfaces to one wording. */
    const allAnswers = async (route: 'predict' | 'markets', request: Request): Promise<readonly string[]> => {
      const at = Date.now()
      server.clock.setNow(at)
      const isDraft = route === 'predict' && request.bluePicks !== undefined
      const path = isDraft ? 'predict-draft' : route
      const own =
        route === 'markets'
          ? predictor.markets(parseMarketsRequest(request), null, { at })
          : predictor.predict(parsePredictRequest(request), { at })
      return [
        JSON.stringify(own),
        await byCommand(route, request),
        (await send(server, 'POST', `/v1/${path}`, { body: request })).text,
        await overMcp(path, request),
      ]
    }
    const ask = async (route: 'predict' | 'markets', wordings: readonly Request[]): Promise<string> => {
      const said = new Set<string>()
      for (const moment of [morning, night]) {
        vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(moment) })
        for (const wording of wordings) for (const answer of await allAnswers(route, wording)) said.add(answer)
        vi.useRealTimers()
      }
      expect([...said]).toHaveLength(1)
      return [...said][0]!
    }

    for (const wordings of predictions) {
      const answer = JSON.parse(await ask('predict', wordings))
      expect(answer).toMatchObject({ asOfUtc: '2031-01-10', artifacts: artifacts.id, bestOf: wordings[0].bestOf ?? 3 })
      const next = predictor.predict(parsePredictRequest(wordings[0]), { at: Date.parse('2031-01-11T00:00:00Z') })
      expect(next.blueWinProbability).not.toBe(answer.blueWinProbability)
    }
    for (const wordings of markets) {
      expect(JSON.parse(await ask('markets', wordings))).toMatchObject({
        asOfUtc: '2031-01-10',
        artifacts: artifacts.id,
      })
    }
  },
)

it('predictions of a batch have the same bytes in core, API and MCP', async () => {
  const artifacts = await loadArtifacts(folder())
  const predictor = createPredictor(artifacts)
  const server = await startServer({ predictor, catalogue: artifacts.catalogue, topUp: 10_000 })
  onTestFinished(() => server.close())
  const overMcp = openMcp()
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(night) })
  const at = Date.now()
  server.clock.setNow(at)
  const requests = predictions.map(([request]) => request)
  const own = predictor.predictMany(requests, { at })
  const path = '/v1/predict/batch'
  const { text } = await send(server, 'POST', path, { body: { requests } })
  const byTool = JSON.parse(await overMcp('predict_many', { requests } as never))
  vi.useRealTimers()
  expect(text).toMatch(/^\{"count":\d+,"dataThroughUtc":"[^"]+","artifacts":"[0-9a-f]{12}","predictions":\[/)
  for (const predictions of [JSON.parse(text).predictions, byTool.predictions]) {
    expect(JSON.stringify(predictions)).toBe(JSON.stringify(own))
  }
  const identity = ['blueTeam', 'redTeam', 'model', 'bestOf', 'league', 'asOfUtc', 'dataThroughUtc', 'artifacts']
  for (const one of own) expect(Object.keys(one).slice(0, identity.length)).toEqual(identity)
})

it('without a model, core, API, client and MCP use fasttree, the command uses the consensus, and each names its model', async () => {
  const request = { blueTeam: 'T1', redTeam: 'Gen.G' }
  const artifacts = await loadArtifacts(folder())
  const predictor = createPredictor(artifacts)
  const server = await startServer({ predictor, catalogue: artifacts.catalogue })
  onTestFinished(() => server.close())
  const env = { RIFTLINE_ARTIFACTS_DIR: folder() }
  expect(predictor.predict(request).model).toBe('fasttree')
  expect(predictor.markets(request).model).toBe('fasttree')
  const client = createClient({ baseUrl: `http://127.0.0.1:${server.port}`, apiKey: server.key })
  expect((await client.predict(request)).model).toBe('fasttree')
  expect((await client.markets(request)).model).toBe('fasttree')
  for (const path of ['/v1/predict', '/v1/markets']) {
    expect((await send(server, 'POST', path, { body: request })).json).toMatchObject({ model: 'fasttree' })
  }
  const overMcp = openMcp()
  for (const tool of ['predict', 'explain', 'markets']) {
    expect(JSON.parse(await overMcp(tool, request)), tool).toMatchObject({ model: 'fasttree' })
  }
  for (const command of ['predict', 'markets']) {
    const { stdout } = await runCliIn(env, command, 'T1', 'Gen.G', '--json')
    expect(JSON.parse(stdout).model).toBe('consensus')
    expect((await runCliIn(env, command, 'T1', 'Gen.G')).stdout).toContain('consensus')
  }
  expect((await runCliIn(env, 'predict', 'T1', 'Gen.G', '--explain')).stdout).toContain('consensus')
})

it('a forecast without a moment states that it is for the data date; one for a later day does not', async () => {
  const { state, ...rest } = await loadArtifacts(folder())
  const predictor = createPredictor({ ...rest, state })
  const request = { blueTeam: 'T1', redTeam: 'Gen.G' }
  const dayMs = 86_400_000
  const nextDay = (Math.floor(state.completeMs / dayMs) + 1) * dayMs
  expect(predictor.predict(request)).toMatchObject({ moment: 'at the data date' })
  expect(predictor.markets(request)).toMatchObject({ moment: 'at the data date' })
  expect(predictor.predict(request, { at: nextDay - 1 })).toEqual(predictor.predict(request))
  expect(predictor.predict(request, { at: nextDay })).not.toHaveProperty('moment')
})

it('the browser example asks for the current moment', () => {
  expect(readFileSync('examples/browser/page.js', 'utf8')).toMatch(/\.predict\(\w+, \{ at: Date\.now\(\) \}\)/)
})

/** Creates a data folder for one test. */
function dataFolder(): string {
  const data = mkdtempSync(join(tmpdir(), 'riftline-day-'))
  onTestFinished(() => rmSync(data, { recursive: true }))
  return data
}

/** Opens the tools of an offline MCP server for one test. */
function openMcp(data = dataFolder()) {
  const settings = { RIFTLINE_ARTIFACTS_DIR: folder(), RIFTLINE_DATA_DIR: data }
  const backend = createOfflineBackend(() => openLocalApi(parseConfig(settings)))
  onTestFinished(() => backend.close())
  const tools = createTools(contract, { isOffline: true })
  return async (name: string, request: Request): Promise<string> => {
    const tool = tools.find(({ definition }) => definition.name === name)!
    const { signal } = new AbortController()
    const answer = await callTool({ tool, args: { ...request, full: true }, signal }, { backend, log: silentLog })
    return JSON.stringify(answer.structuredContent)
  }
}

/** Converts a request to arguments of the command line. */
function commandLine(data: string, request: Request): readonly string[] {
  const { blueTeam, blueTeamId, redTeam, redTeamId, bestOf, model, tournament, oddsBlue, oddsRed } = request
  const draft = join(data, 'draft.json')
  const { bluePicks, redPicks, standing, explain } = request
  if (bluePicks !== undefined) writeFileSync(draft, JSON.stringify({ bluePicks, redPicks }))
  return [
    ...[String(blueTeam ?? blueTeamId), String(redTeam ?? redTeamId), '--model', String(model)],
    ...(bestOf === undefined ? [] : ['--best-of', String(bestOf)]),
    ...(tournament === undefined ? [] : ['--league', tournament]),
    ...(oddsBlue === undefined ? [] : ['--odds', `${oddsBlue},${oddsRed}`]),
    ...(bluePicks === undefined ? [] : ['--draft', draft]),
    ...(standing === undefined ? [] : ['--standing', `${standing.blue}-${standing.red}`]),
    ...(explain === true ? ['--explain'] : []),
  ]
}
