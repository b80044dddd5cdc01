import { EventEmitter } from 'node:events'
import { DatabaseError, type Pool } from 'pg'
import { describe, expect, it } from 'vitest'
import { NoAnswer, queryInTime } from '#ledger/postgres/connection.ts'
import { createPassingTimers } from '../../support/passing-timers.ts'

/** A pool of one connection, whose answers a test gives. */
function createLine() {
  const timers = createPassingTimers()
  const released: unknown[] = []
  const asked: string[] = []
  const client = Object.assign(new EventEmitter(), {
    release: (broken?: unknown) => void released.push(broken ?? false),
    query: (sql: string) => {
      asked.push(sql)
      return answer.promise
    },
  })
  const answer = withResolvers<object>()
  const connected = withResolvers<typeof client>()
  const pool = { connect: () => connected.promise } as unknown as Pool
  const ask = () => queryInTime(pool, timers, 1000, 'SELECT 1', [])
  return { timers, released, asked, client, answer, connect: () => connected.resolve(client), ask }
}

function withResolvers<T>() {
  let resolve: (value: T) => void = () => {}
  const promise = new Promise<T>((settle) => {
    resolve = settle
  })
  return { promise, resolve }
}

const turn = () => new Promise((resolve) => setImmediate(resolve))

describe('a statement with a time limit', () => {
  it('a statement returns its rows and releases its connection', async () => {
    const { ask, connect, answer, released, client, timers } = createLine()
    const asked = ask()
    connect()
    answer.resolve({ rows: [1] })
    expect(await asked).toEqual([1])
    expect(released).toEqual([false])
    timers.pass(5000)
    await turn()
    expect(released).toEqual([false])
    expect(client.listenerCount('error')).toBe(0)
  })

  it('an answer that waits to be read when the time limit ends is used, since the process may have slept', async () => {
    const { ask, connect, answer, released, timers } = createLine()
    const asked = ask()
    connect()
    await turn()
    timers.pass(1000)
    answer.resolve({ rows: [1] })
    expect(await asked).toEqual([1])
    expect(released).toEqual([false])
  })

  it('a statement without an answer fails at its time limit, and its connection is closed', async () => {
    const { ask, connect, released, timers } = createLine()
    const asked = ask()
    connect()
    await turn()
    timers.pass(1000)
    await expect(asked).rejects.toBeInstanceOf(NoAnswer)
    expect(released).toEqual([true])
  })

  it('a statement without a connection within its time limit is not sent later', async () => {
    const { ask, connect, asked, released, timers } = createLine()
    const waiting = ask()
    timers.pass(1000)
    await expect(waiting).rejects.toBeInstanceOf(NoAnswer)
    connect()
    await turn()
    expect(asked).toEqual([])
    expect(released).toEqual([false])
  })

  it('a statement that conflicts with another transaction is repeated within the same time limit', async () => {
    const { ask, connect, asked, client, timers } = createLine()
    const met = Object.assign(new DatabaseError('deadlock', 0, 'error'), { code: '40P01' })
    const meetings: ((error: Error) => void)[] = []
    client.query = (sql) => {
      asked.push(sql)
      return new Promise((_, reject) => meetings.push(reject))
    }
    const waiting = ask()
    connect()
    await turn()
    for (let tries = 1; tries <= 3; tries += 1) {
      expect(asked.length).toBe(tries)
      timers.pass(300)
      meetings.at(-1)?.(met)
      await turn()
    }
    timers.pass(100)
    await expect(waiting).rejects.toBeInstanceOf(NoAnswer)
  })

  it('a statement that conflicts with other transactions five times fails', async () => {
    const { ask, connect, asked, client } = createLine()
    const met = Object.assign(new DatabaseError('deadlock', 0, 'error'), { code: '40001' })
    client.query = (sql) => {
      asked.push(sql)
      return Promise.reject(met)
    }
    connect()
    await expect(ask()).rejects.toBe(met)
    expect(asked.length).toBe(5)
  })

  it('a statement fails when its connection breaks', async () => {
    const { ask, connect, client, released } = createLine()
    const asked = ask()
    connect()
    await turn()
    client.emit('error', new Error('broken'))
    await expect(asked).rejects.toThrow('broken')
    expect(released).toEqual([true])
  })
})
