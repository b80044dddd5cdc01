import { expect, it } from 'vitest'
import { amount, runsAll } from '../support/amount.ts'
import { runBot } from '../support/bot-run.ts'
import { runExample } from '../support/run-example.ts'
import { runSeed } from '../support/seeds.ts'
import { runServerBot } from '../support/server-bot-run.ts'

/** Minutes of real time, for a run by hand: BOT_MINUTES=10. */
const minutes = Number(process.env.BOT_MINUTES ?? 0)

function chances(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0
    return (state >>> 0) / 2 ** 32
  }
}

it('the copy of the bot is that of the league at every moment of quiet, however the line fails', async () => {
  let parts = amount(2, 20)
  const run = await runBot(chances(runSeed), { speed: 40, steps: 100, isOver: () => parts-- === 0 })
  expect(run.compared).toBe(amount(2, 20))
  expect(run.lines).toBeGreaterThan(20)
  expect(run.cuts).toBeGreaterThan(0)
})

it.runIf(minutes > 0)(
  'the copy of the bot stays equal in real time',
  async () => {
    const end = performance.now() + minutes * 60_000
    const run = await runBot(Math.random, { speed: 1, steps: 200, isOver: () => performance.now() > end })
    process.stdout.write(`${JSON.stringify(run)}\n`)
  },
  minutes * 60_000 + 300_000,
)

it.runIf(runsAll || minutes > 0)(
  'behind a line that breaks, the copy of the bot is what a real server serves, however often that is killed, and no change is lost or repeated',
  async () => {
    const end = performance.now() + minutes * 60_000
    let parts = 2
    const isOver = () => (minutes > 0 ? performance.now() > end : parts-- === 0)
    const run = await runServerBot(minutes > 0 ? Math.random : chances(runSeed), {
      steps: minutes > 0 ? 60 : 12,
      isOver,
    })
    expect(run.changes).toBeGreaterThan(0)
    if (minutes > 0) process.stdout.write(`${JSON.stringify(run)}\n`)
  },
  minutes * 60_000 + 300_000,
)

it('the bot starts offline, prints values, and ends at a signal', async () => {
  const example = runExample('bot/start.js')
  await example.printed(/\w+ \d+\.\d % at \d+\.\d\d, value [+-]?\d+\.\d %; /)
  example.stop()
  await example.end()
})
