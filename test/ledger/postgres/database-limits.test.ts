import { createServer, type Server, type Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { NoAnswer } from '#ledger/postgres/connection.ts'
import { type Database, openDatabase } from '#ledger/postgres/database.ts'

// A server that accepts connections and sends nothing.

describe('a database that accepts connections and never answers', () => {
  const sockets: Socket[] = []
  let server: Server
  let database: Database
  beforeEach(async () => {
    server = createServer((socket) => void sockets.push(socket))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    const port = typeof address === 'object' ? address?.port : 0
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
    const databaseUrl = `postgres://nobody@127.0.0.1:${port}/nothing`
    database = openDatabase({ databaseUrl, log: () => {}, connections: { write: 1, read: 1 } })
    return async () => {
      for (const socket of sockets.splice(0)) socket.destroy()
      await database.close()
      await new Promise((resolve) => server.close(resolve))
    }
  })
  afterEach(() => void vi.useRealTimers())

  it.each([
    ['read', 2000],
    ['write', 4000],
    ['slow', 20_000],
  ] as const)(
    'a %s fails after %i ms, both while its connection opens and while it waits for one',
    async (kind, ms) => {
      let ended = 0
      const ask = () => {
        const asked = database[kind]('SELECT 1')
        const end = (): void => {
          ended += 1
        }
        asked.then(end, end)
        return asked
      }
      const asked = Promise.allSettled([ask(), ask(), ask(), ask()])
      await vi.advanceTimersByTimeAsync(ms - 1)
      expect(ended).toBe(0)
      // All timers that are due fire in one turn, as in an event loop; the one that gives up first counts.
      vi.advanceTimersByTime(1)
      const silent = { status: 'rejected', reason: expect.any(NoAnswer) }
      expect(await asked).toEqual([silent, silent, silent, silent])
    },
  )
})
