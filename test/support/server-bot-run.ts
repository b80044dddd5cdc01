import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { silentLog, systemClock } from '@riftline/base/node'
import { createClient } from '@riftline/client'
import { openFileStore } from '@riftline/ledger/file'
import { createApiKey } from '@riftline/server'
import { expect } from 'vitest'
import { loadBot } from './bot-run.ts'
import { openChangesDriver } from './changes-driver.ts'
import { openChaoticProxy } from './chaotic-proxy.ts'
import { bundledRiftline } from './riftline-bundle.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** What happened in a run against a real server. */
export interface ServerBotRun {
  compared: number
  steps: number
  kills: number
  stops: number
  holds: number
  cuts: number
  changes: number
}

/**
 * Runs the bot against `riftline serve` with the committed artifacts, behind a proxy that breaks connections, while a driver writes
 * schedule and odds into its data folder and the server is killed and stopped. At moments of quiet the copy of the bot is compared
 * with what was written and with the answers of the server; at the end all changes that a loop yielded with those that are kept.
 * @param isOver asked before each part, which ends with a comparison
 */
export async function runServerBot(
  random: () => number,
  { steps, isOver }: { readonly steps: number; readonly isOver: () => boolean },
): Promise<ServerBotRun> {
  const run: ServerBotRun = { compared: 0, steps: 0, kills: 0, stops: 0, holds: 0, cuts: 0, changes: 0 }
  const folder = mkdtempSync(join(tmpdir(), 'riftline-server-bot-'))
  const apiKey = await createAccount(folder)
  const proxy = await openChaoticProxy(random)
  let server = await serve(folder)
  proxy.port = server.port
  const stop = new AbortController()
  const { signal } = stop
  const direct = () => createClient({ baseUrl: `http://127.0.0.1:${server.port}`, apiKey, maxRetries: 9 })
  const { createBot, createClientIn, systemRuntime } = await loadBot()
  const { teams } = await direct().teams({ active: true, limit: 20 })
  const driver = await openChangesDriver(folder, { random, teams: teams.map(({ id }) => id) })
  // The first look of a server at a schedule tells nothing: the run begins when a change of it was told.
  const { next: origin } = await direct().changePage()
  const told = async () => {
    driver.add()
    return (await direct().changePage({ since: origin })).changes.length
  }
  await expect.poll(told, { timeout: 120_000, interval: 4000 }).toBeGreaterThan(0)
  const { next: since } = await direct().changePage()
  const client = createClientIn(systemRuntime, { baseUrl: proxy.baseUrl, apiKey, maxRetries: 5 })
  const bot = createBot({ client, signal, wait: (ms) => setTimeout(ms), print: () => {} })
  const seen: string[] = []
  const running = Promise.all([bot.run(), follow()])

  async function follow(): Promise<void> {
    try {
      for await (const { seq } of client.changes({ since, signal })) seen.push(seq)
    } catch (error) {
      if (!signal.aborted) throw error
    }
  }

  async function restart(way: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    server.child.kill(way)
    await once(server.child, 'close')
    server = await serve(folder)
    proxy.port = server.port
  }

  async function chaos(): Promise<void> {
    const chance = random()
    if (chance < 0.05) {
      run.kills += 1
      await restart('SIGKILL')
    } else if (chance < 0.08) {
      run.stops += 1
      await restart('SIGTERM')
    } else if (chance < 0.16) proxy.cutAll()
    else if (chance < 0.18) {
      run.holds += 1
      proxy.isHolding = !proxy.isHolding
      proxy.cutAll()
    }
  }

  try {
    while (!isOver()) {
      proxy.cutRate = 0.02
      for (let left = 1 + Math.floor(random() * steps); left > 0; left--) {
        await driver.step()
        run.steps += 1
        await chaos()
        await Promise.race([setTimeout(random() * 300), running])
      }
      if (run.kills === 0) {
        run.kills += 1
        await restart('SIGKILL')
      }
      proxy.cutRate = 0
      proxy.isHolding = false
      await Promise.race([running, expect.poll(() => copyOf(bot), waiting).toEqual(copyOf(driver))])
      const { schedule } = await direct().schedule()
      expect(schedule.map(({ id }) => id).sort()).toEqual([...bot.series.keys()].sort())
      run.compared += 1
    }
    const kept = await keptAfter(since)
    await expect.poll(() => seen.at(-1), waiting).toBe(kept.at(-1))
    expect(seen).toEqual(kept)
    run.changes = kept.length
    run.cuts = proxy.cuts()
  } finally {
    stop.abort()
    await running.catch(() => {})
    await driver.close()
    await proxy.close()
    server.child.kill('SIGKILL')
    await once(server.child, 'close').catch(() => {})
    rmSync(folder, { recursive: true, force: true })
  }
  return run

  async function keptAfter(place: string): Promise<readonly string[]> {
    const { changes, next } = await direct().changePage({ since: place, limit: 1000 })
    return changes.length === 0 ? [] : [...changes.map(({ seq }) => seq), ...(await keptAfter(next))]
  }
}

const waiting = { timeout: 120_000, interval: 100 }

/** The copy of schedule and prices, in one order. */
function copyOf({
  series,
  prices,
}: {
  readonly series: ReadonlyMap<string, object>
  readonly prices: ReadonlyMap<string, object>
}) {
  return { series: [...series].sort(byKey), prices: [...prices].sort(byKey) }
}

function byKey([a]: readonly [string, object], [b]: readonly [string, object]): number {
  return a < b ? -1 : 1
}

/** Starts `riftline serve` over a data folder, as its own process. */
async function serve(dataFolder: string): Promise<{ readonly child: ChildProcess; readonly port: number }> {
  const args = ['serve', '--port', '0', '--data', dataFolder, '--artifacts', join(root, 'artifacts')]
  const settings = { OPS_PORT: '0', ACCOUNT_PORT: '0', DEMO: 'off', RATE_PER_MINUTE: '100000' }
  const own = Object.fromEntries(Object.entries(settings).map(([name, value]) => [`RIFTLINE_${name}`, value]))
  const env = { ...process.env, ...own }
  const child = spawn(process.execPath, [bundledRiftline(), ...args], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let [output, errors] = ['', '']
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors = (errors + text).slice(-4000)
  })
  return new Promise((resolve, reject) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text
      const port = /listens on http:\/\/[^:]+:(\d+)/.exec(output)?.[1]
      if (port !== undefined) resolve({ child, port: Number(port) })
    })
    child.once('close', (code) => reject(new Error(`riftline serve ended with ${code}: ${errors}`)))
  })
}

async function createAccount(dataFolder: string): Promise<string> {
  mkdirSync(dataFolder, { recursive: true, mode: 0o700 })
  const store = await openFileStore({ clock: systemClock, randomBytes, freeCredits: 20, dataFolder, log: silentLog })
  const { id: accountId } = await store.createAccount('bot')
  const { key, id, sha256 } = createApiKey(randomBytes)
  await store.addKey({ id, accountId, name: 'bot', sha256 })
  await store.grant(accountId, { kind: 'topup', ref: 'bot', credits: 10_000_000 })
  await store.close()
  return key
}
