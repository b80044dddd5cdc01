import { type ChildProcess, fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { silentLog, systemClock } from '@riftline/base/node'
import type { ChangeStore } from '@riftline/changes'
import { openChangeFiles } from '@riftline/changes/file'
import { openChangeDatabase } from '@riftline/changes/postgres'
import type { OddsStore } from '@riftline/odds'
import { openOddsStore, toStored } from '@riftline/odds'
import { createApiKey, openCredits, parseConfig } from '@riftline/server'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { priceOf, recordsAfter, scheduledSeries, scheduleOf, startMs } from '../../changes/watched.ts'
import { amount } from '../../support/amount.ts'
import { bundleChild } from '../../support/bundle-child.ts'
import { databaseTests, sharedPostgres } from '../../support/postgres.ts'
import { tinyArtifacts } from '../../support/tiny-artifacts.ts'
import { writeArtifacts } from '../../support/tiny-artifacts-folder.ts'
import { openStream } from '../changes/event-reader.ts'

/** Number of kills. They need real time and real processes. */
const kills = amount(1, 30)
const { key, id: keyId, sha256 } = createApiKey(randomBytes)

let script: string
let root: string
const running = new Set<Process>()
beforeAll(async () => {
  script = await bundleChild('test/server/change-kill/child.ts')
  root = mkdtempSync(join(tmpdir(), 'riftline-change-kill-'))
  await writeArtifacts(join(root, 'artifacts'), tinyArtifacts())
})
afterEach(async () => {
  for (const one of [...running]) await one.end('SIGKILL')
})
afterAll(() => {
  rmSync(dirname(script), { recursive: true })
  rmSync(root, { recursive: true, force: true })
})

interface Process {
  readonly port: number
  end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void>
}

async function startProcess(folder: string, databaseUrl: string): Promise<Process> {
  const args = [folder, join(root, 'artifacts'), databaseUrl]
  const child: ChildProcess = fork(script, args, { stdio: ['ignore', 'ignore', 'pipe', 'ipc'], execArgv: [] })
  let errors = ''
  child.stderr?.on('data', (chunk: Buffer) => {
    errors += chunk
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const port = await new Promise<number>((resolve, reject) => {
    child.once('message', ({ port }: { readonly port: number }) => resolve(port))
    void ended.then(() => reject(new Error(`the server ended: ${errors}`)))
  })
  const process: Process = {
    port,
    async end(signal) {
      running.delete(process)
      child.kill(signal)
      await ended
    },
  }
  running.add(process)
  return process
}

/** Writes what a sync and captures of prices would, into the data folders of all servers. */
async function openWorld(folders: readonly string[]) {
  const books: OddsStore[] = []
  for (const dataFolder of folders) {
    mkdirSync(join(dataFolder, 'sync'), { recursive: true, mode: 0o700 })
    books.push(await openOddsStore({ dataFolder, clock: systemClock, log: silentLog }))
  }
  const aheadMinutes = Math.round((Date.now() - startMs) / 60_000) + 600
  let version = 0
  const matches: string[] = []
  return {
    matches,
    /** Ids of the series in the last schedule. */
    listed: () => [version, version + 1, version + 2].map((at) => `s${at}`),
    schedule() {
      version += 1
      const series = this.listed().map((id) => {
        return scheduledSeries(id, aheadMinutes + (version % 5), { teams: [1, 2], bestOf: version % 2 === 0 ? 3 : 5 })
      })
      for (const folder of folders) {
        const file = join(folder, 'sync/schedule.json')
        writeFileSync(`${file}.new`, JSON.stringify(scheduleOf(version, series)))
        renameSync(`${file}.new`, file)
      }
    },
    async price() {
      const match = `m${matches.length + 1}`
      matches.push(match)
      const price = priceOf(match, 'kalshi', { at: Date.now(), start: aheadMinutes, odds: 1.5 })
      const { match: of, markets } = price
      const [team1, team2] = [{ id: 1 }, { id: 2 }]
      const seriesWinner = markets.seriesWinner!.map((one, at) => ({ ...one, team: at === 0 ? team1 : team2 }))
      const stored = toStored({ ...price, match: { ...of, team1, team2 }, markets: { ...markets, seriesWinner } })
      for (const odds of books) await odds.add([stored])
    },
  }
}

/** Reads a stream over and over, each time from the place of the last one, on any server that runs. */
function follow() {
  // biome-ignore lint/suspicious/noExplicitAny: changes have many shapes
  const records: any[] = []
  let place: string | null = null
  let isOver = false
  const gone: string[] = []
  async function read(port: number): Promise<void> {
    const reader = openStream({ port, key }, '/v1/stream', place === null ? [] : [`Last-Event-ID: ${place}`])
    let seen = 0
    for (let isEnd = false; !isEnd; ) {
      await sleep(5)
      // Bytes may have come with the end.
      isEnd = isOver || reader.isClosed()
      for (const { id, event, data = '' } of reader.frames().slice(seen)) {
        seen += 1
        if (event === 'gone') gone.push(data)
        else if (event?.includes('.') === true) records.push(JSON.parse(data))
        if (id !== undefined) place = id
      }
    }
    reader.socket.destroy()
  }
  const over = (async () => {
    for (let turn = 0; !isOver; turn++) {
      const ports = [...running].map(({ port }) => port)
      if (ports.length === 0) await sleep(5)
      else await read(ports[turn % ports.length]!)
    }
  })()
  return {
    records,
    gone,
    place: () => place,
    async end() {
      isOver = true
      await over
    },
  }
}

async function runKills(folders: readonly string[], databaseUrl: string, open: () => Promise<ChangeStore>) {
  const world = await openWorld(folders)
  world.schedule()
  const firstListed = world.listed()
  const settings = {
    DATA_DIR: folders[0]!,
    ...(databaseUrl !== '' && { STORE: 'postgres', DATABASE_URL: databaseUrl }),
  }
  const env = Object.fromEntries(Object.entries(settings).map(([name, value]) => [`RIFTLINE_${name}`, value]))
  const metrics = { count: () => {}, observe: () => {} }
  const tools = { log: silentLog, clock: systemClock, randomBytes, metrics }
  const credits = await openCredits(parseConfig(env), tools)
  const account = await credits.createAccount('kills')
  await credits.addKey({ id: keyId, accountId: account.id, name: 'kills', sha256 })
  await credits.close()

  const processes = await Promise.all(folders.map((folder) => startProcess(folder, databaseUrl)))
  await sleep(1500)
  const reader = follow()
  while (reader.place() === null) await sleep(5)
  for (let kill = 0; kill < kills; kill++) {
    world.schedule()
    for (let at = 0; at < 3; at++) await world.price()
    await sleep(700 + ((kill * 397) % 3300))
    const at = kill % processes.length
    await processes[at]!.end('SIGKILL')
    await world.price()
    processes[at] = await startProcess(folders[at]!, databaseUrl)
  }
  const captured = () => reader.records.filter(({ type }) => type === 'odds.captured').length
  for (let waited = 0; waited < 200 && captured() < world.matches.length; waited++) await sleep(100)
  // Time for changes that nobody should write, and for the last schedule.
  await sleep(amount(2500, 8000))
  for (const one of processes) await one.end('SIGTERM')
  await reader.end()
  const store = await open()
  return { store, world, reader, firstListed }
}

async function expectExact({ store, world, reader, firstListed }: Awaited<ReturnType<typeof runKills>>) {
  const unknown = store.since('00000000000000-aaaaaa')
  const written = recordsAfter(store, unknown.kind === 'gone' ? unknown.oldest : '')
  await store.close()
  expect(reader.gone).toEqual([])
  expect(reader.records).toEqual(written)
  const seqs = written.map(({ seq }) => seq)
  expect(seqs).toEqual([...new Set(seqs)].toSorted())
  const captured = written.filter(({ type }) => type === 'odds.captured').map(({ esportsMatchId }) => esportsMatchId)
  expect(captured.toSorted()).toEqual(world.matches.toSorted())
  const copy = new Set<string>(firstListed)
  for (const { type, seriesId } of written) {
    if (type === 'schedule.added') expect(copy.has(seriesId)).toBe(false)
    if (type === 'schedule.added') copy.add(seriesId)
    if (type === 'schedule.removed') expect(copy.delete(seriesId)).toBe(true)
  }
  expect([...copy].toSorted()).toEqual(world.listed().toSorted())
}

it(`a server in files that is killed ${kills} times loses and repeats no change, and a reader that resumes sees exactly them`, async () => {
  const folder = join(root, 'files')
  const run = await runKills([folder], '', () =>
    openChangeFiles({ dataFolder: folder, clock: systemClock, log: silentLog }),
  )
  await expectExact(run)
}, 1_200_000)

it.skipIf(databaseTests.skip)(
  `two servers on one database, one of them killed ${kills} times in turn, write each change once${databaseTests.why}`,
  async () => {
    const postgres = await sharedPostgres()
    const databaseUrl = await postgres.createDatabase()
    const folders = ['one', 'two'].map((name) => join(root, name))
    const run = await runKills(folders, databaseUrl, () => openChangeDatabase({ databaseUrl, log: silentLog }))
    await expectExact(run)
  },
  1_200_000,
)
