import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openKeptFiles, verifyKeptFiles } from '@riftline/record/file'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { amount } from '../../support/amount.ts'
import { bundleChild } from '../../support/bundle-child.ts'
import { tinyArtifacts } from '../../support/tiny-artifacts.ts'
import { writeArtifacts } from '../../support/tiny-artifacts-folder.ts'
import { type KeptChild, type KillMoment, startKeptChild } from './kept-child.ts'

/** Number of kills. They need real time and real processes; a line is kept every second. */
const kills = amount(2, 30)
const moments: readonly KillMoment[] = ['in line', 'before head', 'never', 'after line', 'before line', 'after head']
/** Seconds for which the schedule has a series each. */
const seconds = 900

let script: string
let folder: string
let running: KeptChild | null = null
beforeAll(async () => {
  script = await bundleChild('test/server/kept-kill/child.ts')
})
afterAll(() => rmSync(dirname(script), { recursive: true }))
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'riftline-kept-kill-'))
})
afterEach(async () => {
  running?.end('SIGKILL')
  await running?.ended
  rmSync(folder, { recursive: true, force: true })
})

const data = () => join(folder, 'data')

/** Writes a schedule with one series a second, whose id is the second of its start. */
function writeSchedule(fromMs: number): void {
  const team = (id: number) => ({ id, name: `Team ${id}` })
  const series = Array.from({ length: seconds }, (_, index) => {
    const start = new Date(Math.floor(fromMs / 1000 + index) * 1000).toISOString().slice(0, 19)
    const teams = { team1: team(1 + (index % 3)), team2: team(4 + (index % 2)) }
    return { id: start, league: 'LCK', bestOf: 3, scheduledUtc: start, startedUtc: null, ...teams, stated: [] }
  })
  const head = { format: 'riftline-schedule', formatVersion: 1, checkedUtc: series[0]!.scheduledUtc }
  mkdirSync(join(data(), 'sync'), { recursive: true, mode: 0o700 })
  writeFileSync(join(data(), 'sync/schedule.json'), JSON.stringify({ ...head, series }))
}

/** Whole lines of all files, in their order. */
function keptTexts(): readonly string[] {
  const place = join(data(), 'forecasts')
  let names: readonly string[] = []
  try {
    names = readdirSync(place).filter((name) => name.endsWith('.jsonl'))
  } catch {}
  return [...names].sort().flatMap((name) => readFileSync(join(place, name), 'utf8').split('\n').slice(0, -1))
}

const startOf = (text: string): number => Date.parse(`${JSON.parse(text).startUtc}Z`)
const start = (moment: KillMoment, count: number): KeptChild => {
  running = startKeptChild(script, { data: data(), artifacts: join(folder, 'artifacts') }, moment, count)
  return running
}

async function until(child: KeptChild, isReached: () => boolean): Promise<void> {
  let isGone = false
  void child.ended.then(() => {
    isGone = true
  })
  while (!isReached()) {
    if (isGone) throw new Error(`the server ended: ${await child.ended}`)
    await sleep(2)
  }
}

it(`a server that is killed ${kills} times around starts loses at most the line of that start, and its chain stays sound`, async () => {
  await writeArtifacts(join(folder, 'artifacts'), tinyArtifacts())
  writeSchedule(Date.now())
  let before: readonly string[] = []
  for (let life = 0; life < kills; life++) {
    const moment = moments[life % moments.length]!
    const count = 1 + (life % amount(1, 2))
    const child = start(moment, count)
    if (moment === 'never') {
      await until(child, () => keptTexts().length >= before.length + count)
      // Some kills come in the same moment as the head, others while the next start is near.
      await sleep((life * 137) % 900)
      child.end('SIGKILL')
    }
    expect(await child.ended).toBe('SIGKILL')
    const lines = keptTexts()
    expect(lines.slice(0, before.length)).toEqual(before)
    const own = lines.slice(before.length)
    if (moment !== 'never')
      expect([moment, own.length]).toEqual([
        moment,
        moment.endsWith('line') && moment !== 'after line' ? count - 1 : count,
      ])
    // In one life no start between two kept ones is missing.
    for (const [index, text] of own.entries()) expect(startOf(text)).toBe(startOf(own[0]!) + index * 1000)
    const { sound, fault, lines: whole } = await verifyKeptFiles(data())
    expect(whole).toBe(lines.length)
    if (moment === 'in line') expect(fault?.message).toContain('a start of the server cuts them')
    else expect([sound, fault]).toEqual([true, null])
    before = lines
  }

  if (kills === 2) {
    const store = await openKeptFiles({ dataFolder: data(), log: () => {} })
    expect((await store.read()).fault).toBeNull()
    expect(await verifyKeptFiles(data())).toMatchObject({ sound: true, lines: before.length })
    return
  }
  const last = start('never', 1)
  const reported = () =>
    last.log.flatMap(({ event, seriesId }) => (event === 'forecast_not_kept' ? [String(seriesId)] : []))
  const missing = (): readonly string[] => {
    const kept = new Set(keptTexts().map((text) => JSON.parse(text).startUtc))
    const [from = 0, to = 0] = [keptTexts()[0], keptTexts().at(-1)].map((text) =>
      text === undefined ? 0 : startOf(text),
    )
    const all = Array.from({ length: (to - from) / 1000 }, (_, index) =>
      new Date(from + index * 1000).toISOString().slice(0, 19),
    )
    return all.filter((one) => !kept.has(one))
  }
  await until(last, () => keptTexts().length > before.length)
  // Starts of the last seconds are reported after the time in which another process might keep them.
  await until(last, () => missing().every((one) => reported().includes(one)))
  last.end('SIGTERM')
  expect(await last.ended).toBe(0)
  const lines = keptTexts()
  expect(lines.slice(0, before.length)).toEqual(before)
  const ids = lines.map((text) => JSON.parse(text).startUtc)
  expect([new Set(ids).size, ids.filter((id) => reported().includes(id))]).toEqual([ids.length, []])
  expect(await verifyKeptFiles(data())).toMatchObject({ sound: true, lines: lines.length })
}, 600_000)
