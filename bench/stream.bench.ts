import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { silentLog, systemClock, systemRandomBytes } from '@riftline/base/node'
import { openFileStore } from '@riftline/ledger/file'
import { openOddsStore, toStored } from '@riftline/odds'
import { createApiKey } from '@riftline/server'
import { median } from 'simple-statistics'
import { type Running, runLoad, script, startServer } from './server/child.ts'
import { riftlineEnv, teamPairs } from './server/riftline.ts'
import { openReaders, type Readers } from './stream/readers.ts'

// 2,000 streams of changes on one server: memory and processor time while they are idle, the time until a change has reached all
// of them, and the rate of charged predictions beside them, in rounds with and without streams in turn.

const streams = 2000
const rounds = Number(process.env.ROUNDS ?? 5)
const idleSeconds = 30
const seconds = 5
const probe = ['--expose-gc', '--import', script('../soak/memory-probe.js')]
const folder = mkdtempSync(join(tmpdir(), 'riftline-bench-'))
const keys = await makeKeys(Math.ceil(streams / 3) + 1)
const bodies = await teamPairs()
const server = await startServer(
  [
    process.execPath,
    '--max-semi-space-size=64',
    ...probe,
    'packages/cli/bin/riftline.js',
    'serve',
    '--port',
    '0',
    '--data',
    folder,
  ],
  { ...riftlineEnv, RIFTLINE_MAX_CONNECTIONS_PER_ADDRESS: '10000', RIFTLINE_ACCOUNT_PORT: '0' },
  null,
)
const odds = await openOddsStore({ dataFolder: folder, clock: systemClock, log: silentLog })
try {
  await measure()
} finally {
  await server.stop()
  rmSync(folder, { recursive: true })
}

async function measure(): Promise<void> {
  await load()
  await makeChange(0)
  await setTimeout(5000)
  const restMs = processorMs(server.pid)
  await setTimeout(idleSeconds * 1000)
  print('processor without streams, %', (processorMs(server.pid) - restMs) / idleSeconds / 10)
  const before = await memoryOf(server)
  const readers = await openReaders(server.port, keys.slice(1), streams)
  await setTimeout(2000)
  const after = await memoryOf(server)
  print('rss of a stream, kB', (after.rss - before.rss) / streams / 1000)
  print('heap of a stream, kB', (after.heapUsed - before.heapUsed) / streams / 1000)
  print('rss of all streams, MB', (after.rss - before.rss) / 1e6)
  const cpuMs = processorMs(server.pid)
  await setTimeout(idleSeconds * 1000)
  print('processor with idle streams, %', (processorMs(server.pid) - cpuMs) / idleSeconds / 10)
  const delays: number[] = []
  const changesMs = processorMs(server.pid)
  for (let change = 1; change <= 10; change++) delays.push(await delayOf(readers, change))
  print('processor of a change to all streams, ms, at most', (processorMs(server.pid) - changesMs) / 10)
  print('until a change reached all, idle server, median ms', median(delays))
  print('the same, most', Math.max(...delays))
  readers.close()
  await compareLoads()
}

/**
 * Predictions a second without streams and beside them, where one change arrives. A load before each one that counts warms up; beside
 * streams, the delays of changes are measured in it.
 */
async function compareLoads(): Promise<void> {
  const rates: Record<'without' | 'beside', number[]> = { without: [], beside: [] }
  const delays: number[] = []
  /** Predictions of a second of the server's processor, beside streams against without them. Other processes hardly change it. */
  const perSecond: number[] = []
  let change = 100
  const delay = (readers: Readers): Promise<number> => {
    change += 1
    return delayOf(readers, change)
  }
  for (let round = 0; round < rounds; round++) {
    await load()
    const without = await measuredLoad()
    const readers = await openReaders(server.port, keys.slice(1), streams)
    const warming = load()
    for (let count = 1; count < seconds; count++) delays.push(await delay(readers))
    await warming
    const loading = measuredLoad()
    await delay(readers)
    const beside = await loading
    readers.close()
    await setTimeout(1000)
    rates.without.push(without.rate)
    rates.beside.push(beside.rate)
    perSecond.push((beside.rate / beside.ms) * (without.ms / without.rate))
  }
  const ratios = rates.beside.map((rate, at) => rate / rates.without[at]!)
  print('predictions a second without streams, median', median(rates.without))
  print('beside 2,000 streams, median', median(rates.beside))
  print('ratio of the medians', median(rates.beside) / median(rates.without))
  print('median of the ratios', median(ratios))
  print('median of the ratios by processor time', median(perSecond))
  print('until a change reached all, under load, median ms', median(delays))
  print('the same, most', Math.max(...delays))
}

/** Predictions a second of a load, and the processor time of the server. */
async function measuredLoad() {
  const startMs = processorMs(server.pid)
  const rate = await load()
  return { rate, ms: processorMs(server.pid) - startMs }
}

async function load(): Promise<number> {
  const headers = { 'Content-Type': 'application/json', 'X-Api-Key': keys[0]! }
  const url = `http://127.0.0.1:${server.port}/v1/predict`
  const { perSecond, not2xx } = await runLoad({ url, seconds, connections: 100, headers, bodies }, null)
  if (not2xx > 0) throw new Error(`${not2xx} calls failed`)
  return perSecond
}

/** Captures a price, and returns the time from the change's place to its arrival at the last reader. */
async function delayOf(readers: Readers, change: number): Promise<number> {
  const arrived = readers.next()
  await makeChange(change)
  return arrived
}

async function makeChange(change: number): Promise<void> {
  const utc = (ms: number) => new Date(ms).toISOString().slice(0, 19)
  const [team1, team2] = [{ id: 1 }, { id: 2 }]
  const [first, second] = [1.5 + change / 1000, 2.4]
  const snapshot = {
    match: {
      esportsMatchId: `bench-${change}`,
      league: 'NL',
      bestOf: 3,
      scheduledUtc: utc(Date.now() + 3_600_000),
      team1,
      team2,
    },
    capturedAtUtc: utc(Date.now()),
    isClosingLine: false,
    source: 'bench',
    markets: {
      seriesWinner: [
        { team: team1, decimalOdds: first },
        { team: team2, decimalOdds: second },
      ],
      ...{
        handicap: null,
        totalMaps: null,
        correctScore: null,
        mapTotals: null,
        matchTotals: null,
        killHandicap: null,
      },
    },
  }
  await odds.add([toStored(snapshot)])
}

async function makeKeys(count: number): Promise<readonly string[]> {
  const metrics = { count: () => {}, observe: () => {} }
  const parts = { dataFolder: folder, clock: systemClock, log: silentLog, randomBytes: systemRandomBytes, metrics }
  const credits = await openFileStore({ ...parts, freeCredits: 1_000_000_000 })
  const account = await credits.createAccount('bench')
  const made = Array.from({ length: count }, () => createApiKey(randomBytes))
  await Promise.all(made.map(({ id, sha256 }) => credits.addKey({ id, accountId: account.id, name: 'bench', sha256 })))
  await credits.close()
  return made.map(({ key }) => key)
}

async function memoryOf({ tell }: Running): Promise<NodeJS.MemoryUsage> {
  await tell('SIGUSR2', /^memory (.*)$/)
  return JSON.parse(await tell('SIGUSR2', /^memory (.*)$/))
}

/** Processor time of a process, by Linux. */
function processorMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
  return (Number(fields[11]) + Number(fields[12])) * 10
}

function print(what: string, value: number): void {
  process.stdout.write(`${what}: ${value.toFixed(2)}\n`)
}
