import { Agent, request as httpRequest, type IncomingHttpHeaders } from 'node:http'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { amount, runsAll } from '../support/amount.ts'
import { startContractServer } from '../support/contract-cases.ts'
import { generatedPipeline, inChunks, sendPipeline } from '../support/generated-pipelines.ts'
import { type GeneratedRequest, generatedRequest } from '../support/generated-requests.ts'
import { runSeed as seed } from '../support/seeds.ts'
import { type TestServer, until } from '../support/server.ts'

const batches = amount(4, 400)
const batchSize = 52

let server: TestServer
const agent = new Agent({ keepAlive: true, maxSockets: 8 })
beforeAll(async () => {
  const config = { ratePerMinute: 10_000_000, trustedProxies: ['127.0.0.1', '10.0.0.0/8'] }
  server = await startContractServer({ topUp: 1_000_000, config })
})
afterAll(async () => {
  agent.destroy()
  await server.close()
})

interface Answered {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly bytes: Buffer
}

function ask({ method, path, headers, body, chunkBytes }: GeneratedRequest): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const length = body === undefined || chunkBytes !== undefined ? {} : { 'Content-Length': Buffer.byteLength(body) }
    const sent = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, typeof value === 'string' ? value : [...value]]),
    )
    const request = httpRequest({ port: server.port, method, path, agent, headers: { ...sent, ...length } })
    request.on('error', reject)
    request.on('response', (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, bytes: Buffer.concat(chunks) }),
      )
    })
    if (body === undefined || chunkBytes === undefined) request.end(body)
    else {
      for (const chunk of inChunks(Buffer.from(body), chunkBytes)) request.write(chunk)
      request.end()
    }
  })
}

const counts = new Map<string, number>()
let charged = 0

/** Compares an answer with the OpenAPI document and with the expectation of its request. */
function check(made: GeneratedRequest, answer: Answered): void {
  const { status, headers } = answer
  counts.set(`${made.outcome} ${status}`, (counts.get(`${made.outcome} ${status}`) ?? 0) + 1)
  const cost = Number(headers['x-credits-charged'] ?? 0)
  charged += cost
  server.checkAnswer({ ...answer, method: made.method, path: made.path })
  const paid = status === 200 && headers['idempotent-replayed'] === undefined
  if (status >= 500) throw new Error(`status ${status}`)
  if (made.outcome === 'ok' && status >= 400) throw new Error(`a sound request is ${status}`)
  if (made.outcome === 'refused' && status < 400) throw new Error(`a broken request is ${status}`)
  if (cost !== (paid ? made.price : 0)) throw new Error(`${status} costs ${cost}, expected ${made.price}`)
}

it(`${batches * batchSize} generated requests get the expected answers at the expected price (seed ${seed})`, {
  timeout: 300_000,
}, async () => {
  const before = await server.balance()
  const request = generatedRequest(server.key)
  const property = fc.asyncProperty(
    fc.array(request, { minLength: batchSize, maxLength: batchSize }),
    async (batch) => {
      await Promise.all(
        batch.map((made) =>
          ask(made)
            .then((answer) => check(made, answer))
            .catch((error: unknown) => {
              const body = made.body === undefined ? '' : String(made.body).slice(0, 400)
              throw new Error(`${JSON.stringify({ ...made, body })}: ${error instanceof Error ? error.message : error}`)
            }),
        ),
      )
    },
  )
  await fc.assert(property, { seed, numRuns: batches, endOnFailure: true })

  const sum = (prefix: string) =>
    [...counts].reduce((total, [name, count]) => total + (name.startsWith(prefix) ? count : 0), 0)
  expect(sum('')).toBeGreaterThanOrEqual(batches * 50)
  // A quick run has too few cases for every kind.
  const kinds = [
    'ok 200',
    'refused 400',
    'refused 401',
    'refused 404',
    'refused 405',
    'refused 413',
    'refused 415',
    'open 422',
  ]
  if (runsAll) expect(kinds.filter((kind) => !counts.has(kind))).toEqual([])
  expect(before - (await server.balance())).toBe(charged)
  const { used, calls } = await server.credits.usage(server.accountId)
  expect(used.thisMonth).toBe(charged)
  expect(calls.reduce((total, { credits }) => total + credits, 0)).toBe(charged)
  expect(server.log.filter(({ level }) => level === 'error')).toEqual([])
})

it(`generated pipelines, some of them half-closed at once, get the answers to their requests in order (seed ${seed})`, {
  timeout: 300_000,
}, async () => {
  const before = await server.balance()
  const chargedBefore = charged
  let cutOff = 0
  const property = fc.asyncProperty(generatedPipeline(server.key), async (pipeline) => {
    const { responses, isCut } = await sendPipeline(server.port, pipeline)
    for (const [index, { status, headers, body }] of responses.entries()) {
      const made = pipeline.requests[index] as GeneratedRequest
      check(made, { status, headers: Object.fromEntries(headers), bytes: Buffer.from(body, 'latin1') })
    }
    if (!isCut || pipeline.halfClosed) return
    cutOff += 1
    if (responses.at(-1)?.headers.get('connection') !== 'close')
      throw new Error(`cut off after ${responses.length} answers`)
  })
  await fc.assert(property, { seed, numRuns: amount(5, 120), endOnFailure: true })

  if (runsAll) expect(cutOff).toBeGreaterThan(0)
  // A call whose client has gone may stay charged without being read; one that was read is always charged.
  await until(() => server.lifecycle.inFlight === 0)
  expect(before - (await server.balance())).toBeGreaterThanOrEqual(charged - chargedBefore)
  expect((await ask({ method: 'GET', path: '/healthz', headers: {}, outcome: 'ok', price: 0 })).status).toBe(200)
  expect(server.log.filter(({ level }) => level === 'error')).toEqual([])
})
