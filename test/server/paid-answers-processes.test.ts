import { describe, expect, it, onTestFinished } from 'vitest'
import { runsAll } from '../support/amount.ts'
import { databaseTests, sharedPostgres } from '../support/postgres.ts'
import { type CommandServer, startServe } from '../support/serve-process.ts'
import { send, until } from '../support/server.ts'
import { openUnread, playersOf, postOf } from '../support/unread-lines.ts'

const keys = Array.from({ length: 20 }, (_, index) => `k${index}`)
const body = { blueTeam: 'T1', redTeam: 'Gen.G', model: 'consensus' }
const ask = (server: CommandServer, idempotencyKey: string) =>
  send(server, 'POST', '/v1/predict', { body, headers: { 'Idempotency-Key': idempotencyKey } })
const balance = async (server: CommandServer) => (await send(server, 'GET', '/v1/usage')).json.creditsRemaining

describe.skipIf(databaseTests.skip)(`two server processes over one database${databaseTests.why}`, () => {
  it.runIf(runsAll)(
    'two server processes charge a batch once under one Idempotency-Key, and both repeat its answer',
    { timeout: 300_000 },
    async () => {
      const cluster = await sharedPostgres()
      const url = await cluster.createDatabase()
      // Five batches of 100 are at work in each process.
      const env = { STORE: 'postgres', DATABASE_URL: url, RATE_PER_MINUTE: '100000', MAX_IN_FLIGHT: '4096' }
      const first = await startServe({ env })
      onTestFinished(first.stop)
      const second = await startServe({ env, key: first.key })
      onTestFinished(second.stop)
      const before = await balance(first)
      const requests = Array.from({ length: 100 }, (_, index) => ({
        ...body,
        explain: true,
        bestOf: [1, 3, 5][index % 3],
      }))
      const slate = (server: CommandServer) =>
        send(server, 'POST', '/v1/predict/batch', {
          body: { requests },
          headers: { 'Idempotency-Key': 'slate' },
        })
      const answers = await Promise.all(
        Array.from({ length: 10 }, (_, index) => slate(index % 2 === 0 ? first : second)),
      )
      const paid = answers.filter(({ headers }) => headers['x-credits-charged'] === '1000')
      expect(paid.map(({ status }) => status)).toEqual([200])
      const others = answers.filter((answer) => answer !== paid[0])
      for (const { status, text } of others) expect(status === 409 || text === paid[0]?.text).toBe(true)
      await until(async () => (await cluster.query(url, 'SELECT FROM charge WHERE closed_at IS NULL')).length === 0)
      for (const { text, headers } of [await slate(first), await slate(second)]) {
        expect([text, headers['idempotent-replayed']]).toEqual([paid[0]?.text, 'true'])
      }
      expect(await balance(second)).toBe(before - 1000)
      expect(await cluster.query(url, 'SELECT operation, model, amount, calls FROM charge')).toEqual([
        { operation: 'predict-batch', model: 'consensus', amount: 1000, calls: 100 },
      ])
    },
  )

  it.runIf(runsAll)(
    'two server processes charge once for answers that waited behind unread ones, when the client resets the line and repeats its calls',
    {
      timeout: 300_000,
    },
    async () => {
      const cluster = await sharedPostgres()
      const url = await cluster.createDatabase()
      const env = { STORE: 'postgres', DATABASE_URL: url, RATE_PER_MINUTE: '100000' }
      const start = async (key?: string): Promise<CommandServer> => {
        const server = await startServe(key === undefined ? { env } : { env, key })
        onTestFinished(server.stop)
        return server
      }
      const first = await start()
      const second = await start(first.key)
      const before = await balance(first)
      const socket = await openUnread(first)
      const posts = keys.map((idempotencyKey) => postOf(first, { idempotencyKey, body }))
      socket.write(playersOf(first).repeat(18) + posts.join(''))
      await until(async () => (await balance(first)) === before)
      socket.resetAndDestroy()
      await until(async () => (await balance(second)) === before)
      const paid = await Promise.all(keys.map((key) => ask(second, key)))
      expect(paid.map(({ headers }) => headers['x-credits-charged'])).toEqual(keys.map(() => '10'))
      expect(await balance(first)).toBe(before - 200)
      const marks = 'SELECT FROM charge WHERE closed_at IS NULL'
      await until(async () => (await cluster.query(url, marks)).length === 0)
      const repeated = await Promise.all(keys.map((key) => ask(first, key)))
      expect(repeated.map(({ text, headers }) => [text, headers['idempotent-replayed']])).toEqual(
        paid.map(({ text }) => [text, 'true']),
      )
      expect(await balance(second)).toBe(before - 200)
    },
  )
})
