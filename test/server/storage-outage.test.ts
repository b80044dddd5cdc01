import { StorageError } from '@riftline/ledger'
import { expect, it, onTestFinished } from 'vitest'
import { send, startServer } from '../support/server.ts'

it('a call is 503 while the store cannot be asked for its key', async () => {
  const server = await startServer()
  onTestFinished(() => server.close())
  server.credits.findKey = async () => {
    throw new StorageError('the database is away')
  }
  const answer = await send(server, 'GET', '/v1/teams')
  expect([answer.status, answer.json]).toEqual([
    503,
    { error: 'storage_unavailable', message: 'credits cannot be recorded now' },
  ])
  expect(answer.headers['retry-after']).toBe('1')
  expect(server.log).toContainEqual(expect.objectContaining({ event: 'storage_unavailable', level: 'error' }))
})
