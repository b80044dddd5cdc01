import { randomBytes } from 'node:crypto'
import { silentLog, systemClock } from '@riftline/base/node'
import type { CreditStore } from '@riftline/ledger'
import { openFileStore } from '@riftline/ledger/file'
import { createMemoryOddsStore } from '@riftline/odds'
import { simulateTournament } from '@riftline/predictor'
import type { TournamentSimulator } from '@riftline/predictor/node'
import {
  createApp,
  createLifecycle,
  createMetrics,
  createRateLimiter,
  createServing,
  defaultConfig,
  listen,
  shutDown,
} from '@riftline/server'
import { watchEventLoop } from '#server/lifecycle.ts'
import { catalogue } from '../../support/server-catalogue.ts'
import { createFakePredictor } from '../../support/server-predictor.ts'
import { endlessRuns, type FromChild, type ToChild } from './messages.ts'

/** Tells the parent. This process is a whole server over a data folder, with a fake predictor, for `kill -9`. */
const tell = (message: FromChild): void => void process.send?.(message)

const clock = systemClock
const config = { ...defaultConfig, port: 0, ratePerMinute: 10_000_000 }
const details = { teams: {}, players: {}, tournaments: {} }
const version = { digest: null, id: '3f1c9a0b77de', asOf: catalogue.asOf }
const serving = createServing({ version, predictor: createFakePredictor(catalogue), catalogue, details }, config)

/** Simulates without threads; a request for many runs never ends. */
const simulate: TournamentSimulator['simulate'] = async (plan, strengths, { runs, seed }) => {
  if (runs > endlessRuns) await new Promise<never>(() => {})
  return simulateTournament(plan, strengths, { runs, seed })
}

async function run(dataFolder: string): Promise<void> {
  const metrics = createMetrics()
  const parts = { clock, randomBytes, metrics, log: silentLog }
  const credits = await openFileStore({ ...parts, freeCredits: 0, dataFolder })
  const lifecycle = createLifecycle()
  const app = createApp({
    ...parts,
    serving: { current: serving },
    limiter: createRateLimiter(config.ratePerMinute, clock),
    overload: watchEventLoop(clock).staysLate,
    odds: createMemoryOddsStore(),
    tournaments: { simulate, close: async () => {} },
    credits,
    config,
    lifecycle,
  })
  const { server, port } = await listen({ app, config, clock, randomBytes })
  process.on('message', (message: ToChild) => void answer(credits, message).then(tell))
  process.on('SIGTERM', () => {
    const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms).unref())
    void shutDown({ server, credits, lifecycle, config, wait }).then(() => process.exit(0))
  })
  tell({ kind: 'ready', port, balances: await balances(credits) })
}

async function answer(credits: CreditStore, message: ToChild): Promise<FromChild> {
  if (message.kind === 'statement') {
    const accounts = await credits.accounts()
    const lines = await Promise.all(
      accounts.flatMap(({ id }) => message.months.map((month) => credits.statement(id, month))),
    )
    return { kind: 'statement', lines: lines.flat() }
  }
  if (message.kind === 'open') throw new Error('the folder is open')
  for (const { name, topUp, keys } of message.accounts) {
    const { id: accountId } = await credits.createAccount(name)
    await credits.grant(accountId, { kind: 'topup', ref: 'start', credits: topUp })
    for (const key of keys) await credits.addKey({ ...key, accountId, name: 'load' })
  }
  return { kind: 'set up' }
}

async function balances(credits: CreditStore): Promise<number> {
  const accounts = await credits.accounts()
  const each = await Promise.all(accounts.map(({ id }) => credits.balance(id)))
  return each.reduce((sum, balance) => sum + balance, 0)
}

// All code is loaded now. The folder is opened on the parent's command, as the last process on it may still be alive.
tell({ kind: 'loaded' })
process.once('message', () => {
  run(process.argv[2] ?? '').catch((error: Error & { code?: string }) => {
    tell({ kind: 'refused', code: error.code ?? error.message })
    process.exit(1)
  })
})
