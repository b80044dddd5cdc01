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
