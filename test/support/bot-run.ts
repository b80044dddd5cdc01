import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Client, ClientOptions } from '@riftline/client'
import { build } from 'esbuild'
import { expect, onTestFinished } from 'vitest'
import { type Runtime, systemRuntime } from '#client/runtime.ts'

/** Parts of examples/bot that tests use. Its modules are JavaScript. */
export interface Bot {
  readonly series: ReadonlyMap<string, object>
  readonly prices: ReadonlyMap<string, readonly number[]>
  place(): string
  run(): Promise<void>
}

interface BotOptions {
  readonly client: Client
  readonly print: (line: string) => void
  readonly signal: AbortSignal
  readonly wait: (ms: number) => Promise<void>
}

interface League {
  readonly series: ReadonlyMap<string, object>
  readonly prices: ReadonlyMap<string, { readonly odds: readonly number[] }>
  head(): string
}

interface StandIn {
  readonly baseUrl: string
  readonly cuts: number
  readonly refusals: number
  close(): Promise<void>
}

interface Chances {
  readonly random: () => number
}

interface ChaosOptions extends Chances {
  readonly wait: (ms: number) => Promise<unknown>
  readonly isOver: () => boolean
}

/** Modules of the example and the client's inner function, over one copy of the client's sources. */
interface Parts {
  createBot(options: BotOptions): Bot
  createLeague(options: Chances & { readonly now: () => number }): League
  serveLeague(league: League, options: Chances): Promise<StandIn>
  startChaos(league: League, standIn: StandIn, options: ChaosOptions): Promise<Record<string, number>>
  createClientIn(runtime: Runtime, options: ClientOptions): Client
  readonly systemRuntime: Runtime
}

/** Bundles the example, since the modules of tests cannot load its JavaScript on the sources of the packages. */
export async function loadBot(): Promise<Parts> {
  const { outputFiles } = await build({
    stdin: {
      contents: `
        export { createBot } from './examples/bot/bot.js'
        export { createLeague } from './examples/bot/stand-in/league.js'
        export { serveLeague } from './examples/bot/stand-in/serve.js'
        export { startChaos } from './examples/bot/stand-in/chaos.js'
        export { createClientIn } from './packages/client/src/client.ts'
        export { systemRuntime } from './packages/client/src/runtime.ts'`,
      resolveDir: fileURLToPath(new URL('../..', import.meta.url)),
    },
    bundle: true,
    format: 'esm',
    platform: 'node',
    conditions: ['@riftline/source'],
    write: false,
  })
  const folder = mkdtempSync(join(tmpdir(), 'riftline-bot-'))
  const file = join(folder, 'bot.mjs')
  writeFileSync(file, outputFiles[0]!.contents)
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return import(file)
}

/** What happened in a run against the stand-in. */
export interface BotRun {
  /** Number of times at which the whole copy was compared. */
  compared: number
  lines: number
  cuts: number
  refusals: number
  /** Faults by kind, and steps of the league. */
  readonly counts: Record<string, number>
}

/**
 * Runs the bot against the stand-in of examples/bot, and compares its whole copy with the league at moments of quiet.
 * @param random source of all chances
 * @param speed divisor of all waits; 1 for real time
 * @param isOver asked before each part, which ends with a comparison
 * @param steps number of steps of the league in a part
 */
export async function runBot(
  random: () => number,
  { speed, steps, isOver }: { readonly speed: number; readonly steps: number; readonly isOver: () => boolean },
): Promise<BotRun> {
  const { createBot, createLeague, serveLeague, startChaos, createClientIn } = await loadBot()
  const league = createLeague({ random, now: Date.now })
  const standIn = await serveLeague(league, { random })
  const stop = new AbortController()
  const { signal } = stop
  const wait = (ms: number): Promise<void> => systemRuntime.wait(ms / speed)
  const runtime: Runtime = {
    ...systemRuntime,
    random,
    wait: (ms, signal) => systemRuntime.wait(ms / speed, signal),
    // The time after which a stream counts as held back; others limit what the stand-in does in real time.
    startTimer: (ms, end) => systemRuntime.startTimer(ms === 10_000 ? ms / speed : ms, end),
  }
  const client = createClientIn(runtime, { baseUrl: standIn.baseUrl, apiKey: 'offline', maxRetries: 5 })
  const run: BotRun = { compared: 0, lines: 0, cuts: 0, refusals: 0, counts: {} }
  const bot = createBot({ client, signal, wait, print: () => (run.lines += 1) })
  const running = bot.run()
  try {
    while (!isOver()) {
      let left = 1 + Math.floor(random() * steps)
      const counts = await startChaos(league, standIn, { random, wait, isOver: () => left-- === 0 })
      for (const [name, count] of Object.entries(counts)) run.counts[name] = (run.counts[name] ?? 0) + count
      await Promise.race([running, expect.poll(bot.place, { timeout: 180_000, interval: 20 }).toBe(league.head())])
      const prices = [...league.prices].map(([key, { odds }]) => [key, odds])
      expect([...bot.series].sort()).toEqual([...league.series].sort())
      expect([...bot.prices].sort()).toEqual(prices.sort())
      run.compared += 1
    }
  } finally {
    stop.abort()
    await running
    await standIn.close()
  }
  return { ...run, cuts: standIn.cuts, refusals: standIn.refusals }
}
