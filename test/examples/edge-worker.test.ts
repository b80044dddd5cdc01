import { readFileSync } from 'node:fs'
import { createContext, runInContext } from 'node:vm'
import { createPredictor, type Prediction } from '@riftline/predictor'
import { loadArtifacts } from '@riftline/predictor/node'
import { build } from 'esbuild'
import { beforeAll, expect, it } from 'vitest'
import { examples } from '../support/run-example.ts'

const artifacts = new URL('../../artifacts/', import.meta.url)

interface Worker {
  fetch(request: Request, env: { readonly ASSETS: { fetch(request: Request): Promise<Response> } }): Promise<Response>
}

let worker: Worker
let isAway = false
const asked: string[] = []

// The globals of a worker, and no others: a bundle that uses any other one fails.
const web = { Request, Response, URL, URLSearchParams, TextDecoder, TextEncoder }

beforeAll(async () => {
  const { outputFiles } = await build({
    entryPoints: [`${examples}edge-worker/worker.js`],
    bundle: true,
    format: 'iife',
    globalName: 'bundle',
    platform: 'neutral',
    conditions: ['@riftline/source'],
    write: false,
  })
  worker = runInContext(`${outputFiles[0]!.text}; bundle.default`, createContext({ ...web }))
})

const env = {
  ASSETS: {
    async fetch({ url }: Request) {
      const path = new URL(url).pathname.replace(/^\/artifacts\//, '')
      asked.push(path)
      return isAway ? new Response(null, { status: 503 }) : new Response(readFileSync(new URL(path, artifacts)))
    },
  },
}

function get(path: string): Promise<Response> {
  return worker.fetch(new Request(`https://example.com${path}`), env)
}

it('the edge worker gives the forecast of Node with only web APIs, and loads the models once', async () => {
  isAway = true
  await expect(get('/predict')).rejects.toMatchObject({ message: '/artifacts/manifest.json: 503' })
  isAway = false
  const answer = await get('/predict?blue=T1&red=Gen.G&bestOf=5')
  expect(answer.status).toBe(200)
  const predictor = createPredictor(await loadArtifacts(artifacts))
  const request = { blueTeam: 'T1', redTeam: 'Gen.G', bestOf: 5, model: 'consensus' } as const
  const text = await answer.text()
  // Both forecasts are for the same moment, even if midnight passes between them.
  const at = Date.parse((JSON.parse(text) as Prediction).asOfUtc)
  expect(text).toBe(JSON.stringify(predictor.predict(request, { at })))

  const files = asked.length
  const unknown = await get('/predict?blue=T1&red=Nobody')
  expect([unknown.status, await unknown.json()]).toEqual([400, { error: 'team_not_found', message: 'no team Nobody' }])
  expect((await get('/predict')).status).toBe(400)
  expect((await get('/')).status).toBe(404)
  expect(asked).toHaveLength(files)
})
