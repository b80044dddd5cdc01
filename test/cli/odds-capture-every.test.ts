import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { keepCapturing } from '#cli/odds/capture-rounds.ts'
import { runsAll } from '../support/amount.ts'
import { startRiftline } from '../support/riftline-process.ts'
import * as faults from '../support/sources/faults.ts'
import { createPassingTime } from '../support/sources/passing-time.ts'
import { startCapturing } from './capturing.ts'

it('capture rounds start at equal intervals, and a long round skips the next ones', async () => {
  const time = createPassingTime()
  const [takes, began]: [number[], number[]] = [[1000, 0, 750_000, 300_000, 2000], []]
  const stop = new AbortController()
  const first = time.monotonicMs()
  const round = async (): Promise<void> => {
    began.push(time.monotonicMs() - first)
    time.pass(takes.shift()!)
    if (takes.length === 0) stop.abort()
  }
  await keepCapturing(round, { everyMs: 300_000, time, stop: stop.signal })
  expect(began.map((ms) => ms / 60_000)).toEqual([0, 5, 10, 25, 35])
})

it('a request to stop ends the wait for the next round, and no round starts', async () => {
  const stop = new AbortController()
  let rounds = 0
  const round = async (): Promise<void> => {
    rounds += 1
    setImmediate(() => stop.abort())
  }
  const time = { monotonicMs: () => 0, wait: () => new Promise<void>(() => {}) }
  await keepCapturing(round, { everyMs: 300_000, time, stop: stop.signal })
  await keepCapturing(round, { everyMs: 300_000, time, stop: stop.signal })
  expect(rounds).toBe(1)
})

it.runIf(runsAll)(
  'riftline odds capture --every prints a line a round, survives a failed round, and exits with 0 on a signal',
  async () => {
    const { polymarket, data, env } = await startCapturing(new Date().toISOString().slice(0, 19))
    const start = new Date(Date.now() + 86_400_000).toISOString().slice(0, 19)
    polymarket.series = [{ id: '501', teams: ['T1', 'Gen.G'], start }]
    const args = ['odds', 'capture', '--sources', 'polymarket', '--every', '1s', '--json']
    const capture = startRiftline({ args, env })
    // Two rounds that begin within a second have the same snapshot, and the second one is not stored.
    await capture.printed(
      'stdout',
      /^\{"capturedAtUtc":"[^"]+","stored":1,.*\n(?:.*\n)*?\{"capturedAtUtc":"[^"]+","stored":1,/,
    )
    polymarket.always(faults.status(403))
    await capture.printed('stdout', /"fault":"status"/)
    const aliases = join(data, 'aliases.json')
    await writeFile(aliases, 'no JSON')
    await capture.printed('stderr', /^riftline odds: .*aliases\.json/m)
    await writeFile(aliases, '{"format":"riftline-aliases","formatVersion":1}')
    polymarket.always(faults.silence)
    await polymarket.received(polymarket.requests.length + 1)
    capture.signal('SIGTERM')
    expect(await capture.code).toBe(0)
    expect(capture.output.stdout).toMatch(/^(\{"capturedAtUtc":.*\}\n)+$/)
  },
  300_000,
)
