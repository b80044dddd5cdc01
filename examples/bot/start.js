import { setTimeout } from 'node:timers/promises'
import { createClient } from '@riftline/client'
import { createBot } from './bot.js'
import { startChaos } from './stand-in/chaos.js'
import { createLeague } from './stand-in/league.js'
import { serveLeague } from './stand-in/serve.js'

const stop = new AbortController()
for (const name of ['SIGTERM', 'SIGINT']) process.once(name, () => stop.abort())
const { signal } = stop

const wait = (/** @type {number} */ ms) => setTimeout(ms)
const { RIFTLINE_URL, RIFTLINE_API_KEY = 'offline' } = process.env
const client = createClient({ baseUrl: RIFTLINE_URL ?? (await offline()), apiKey: RIFTLINE_API_KEY, maxRetries: 5 })
await createBot({ client, print: console.log, signal, wait }).run()

/** Starts the stand-in: a league with invented teams and prices, behind a line that fails now and then. */
async function offline() {
  const league = createLeague({ random: Math.random, now: Date.now })
  const standIn = await serveLeague(league, { random: Math.random })
  const chaos = startChaos(league, standIn, { random: Math.random, wait, isOver: () => signal.aborted })
  signal.addEventListener('abort', () => void chaos.then(standIn.close))
  return standIn.baseUrl
}
