import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { LogEntry } from '@riftline/base/node'
import { seededRandom } from '@riftline/core'
import { emptyChain, keptLineText } from '@riftline/record'
import { openKeptFiles, verifyKeptFiles } from '@riftline/record/file'
import { beforeEach, describe, expect, it } from 'vitest'
import { createDisk } from '../ledger/simulated-disk/disk.ts'
import { amount } from '../support/amount.ts'
import { stillTimers } from '../support/postgres-store.ts'
import { keptForecast } from './kept-lines.ts'

let data: string
let log: LogEntry[]
beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'riftline-kept-'))
  log = []
  return () => rmSync(data, { recursive: true })
})
const open = () => openKeptFiles({ dataFolder: data, log: (entry) => void log.push(entry) })
const path = (name: string) => join(data, 'forecasts', name)
const text = (name: string) => readFileSync(path(name), 'utf8')
const linesOf = (name: string) => text(name).trimEnd().split('\n')
const head = () => JSON.parse(text('head.json'))
const verify = () => verifyKeptFiles(data, { timers: stillTimers })

async function keep(count: number): Promise<void> {
  const store = await open()
  for (let number = 0; number < count; number++) await store.append(keptForecast(number))
  await store.close()
}

describe('kept forecasts in files', () => {
  it('a folder appears with the first line, whose keys have the order of the format', async () => {
    const store = await open()
    expect(await store.read()).toEqual({ lines: [], head: emptyChain, fault: null })
    expect(readdirSync(data)).toEqual([])
    expect(await store.append(keptForecast(1))).toBe('kept')
    expect(readdirSync(join(data, 'forecasts')).sort()).toEqual(['2026-01.jsonl', 'head.json'])
    expect(statSync(path('2026-01.jsonl')).mode & 0o777).toBe(0o600)
    expect(text('2026-01.jsonl')).toBe(
      `{"seq":1,"previousSha256":"${'0'.repeat(64)}","keptAtUtc":"2026-01-03T11:59:57","seriesId":"s1","league":"LCK","bestOf":3,` +
        '"team1Id":2,"team2Id":12,"startUtc":"2026-01-03T12:00:00","artifacts":"3f1c9a0b77de","forecasts":{' +
        '"fasttree":{"probability1":0.61,"calibratedProbability1":0.6},"lightgbm":{"probability1":0.62,"calibratedProbability1":0.61},' +
        '"pcasweep":{"probability1":0.63,"calibratedProbability1":0.62},"consensus":{"probability1":0.62,"calibratedProbability1":0.6}},' +
        '"market":{"probability1":0.58,"capturedAtUtc":"2026-01-03T11:50:00"}}\n',
    )
  })

  it('lines of several months are one chain, which a later start continues', async () => {
    await keep(20)
    await keep(25)
    const { lines, head: last, fault } = await (await open()).read()
    expect([lines.length, fault, last]).toEqual([25, null, head()])
    expect(lines.map(({ seq }) => seq)).toEqual(Array.from({ length: 25 }, (_, index) => index + 1))
    expect(await verify()).toEqual({
      ...{ sound: true, lines: 25, firstMonth: '2025-12', lastMonth: '2026-03', headSha256: last.sha256, fault: null },
    })
    expect(readdirSync(join(data, 'forecasts')).sort()).toEqual([
      ...['2025-12.jsonl', '2026-01.jsonl', '2026-02.jsonl', '2026-03.jsonl', 'head.json'],
    ])
  })

  it('a line of an earlier month follows the last line in its file, so that files and lines have one order', async () => {
    await keep(14)
    const store = await open()
    await store.append(
      keptForecast(1, { seriesId: 'early', startUtc: '2026-01-03T11:00:00', keptAtUtc: '2026-01-03T10:59:00' }),
    )
    expect(JSON.parse(linesOf('2026-02.jsonl').at(-1) ?? '')).toMatchObject({ seq: 15, seriesId: 'early' })
    expect((await verify()).sound).toBe(true)
  })

  it('a series has one line for a start, and so have two teams in either order', async () => {
    const store = await open()
    const first = keptForecast(1)
    expect(await store.append(first)).toBe('kept')
    expect(await store.append({ ...first, team1Id: 77 })).toBe('known')
    expect(await store.append({ ...first, seriesId: 'twin', team1Id: first.team2Id, team2Id: first.team1Id })).toBe(
      'known',
    )
    expect(await store.append({ ...first, startUtc: '2026-01-03T15:00:00' })).toBe('kept')
    expect((await (await open()).read()).lines.map(({ startUtc }) => startUtc.slice(11, 13))).toEqual(['12', '15'])
  })

  it('an unfinished line that a crash left is cut at the next start and logged, and is a fault until then', async () => {
    await keep(3)
    const whole = text('2026-01.jsonl')
    for (const torn of ['{', '{"seq":4,"previousSha256":"', '\0\0\0\0', 'x\n', '{}\n']) {
      writeFileSync(path('2026-01.jsonl'), whole + torn)
      log = []
      const fault = {
        kind: 'broken',
        file: '2026-01.jsonl',
        line: 3,
        message: expect.stringContaining(`got ${torn.length} bytes`),
      }
      expect(await verify()).toMatchObject({ sound: false, lines: 3, fault })
      expect((await (await open()).read()).lines).toHaveLength(3)
      expect(log).toMatchObject([
        { level: 'warn', event: 'kept_forecast_cut', file: '2026-01.jsonl', atByte: whole.length },
      ])
      expect(text('2026-01.jsonl')).toBe(whole)
      expect((await verify()).sound).toBe(true)
    }
  })

  it('a head one line behind is sound and mended by the next start; one that is further behind or ahead is not', async () => {
    await keep(4)
    const now = text('head.json')
    const behind = async (seq: number) => {
      const [line] = linesOf('2026-01.jsonl').filter((one) => JSON.parse(one).seq === seq)
      const { headAfter } = await import('#record/kept/kept-line.ts')
      writeFileSync(path('head.json'), `${JSON.stringify(headAfter({ seq }, line ?? linesOf('2025-12.jsonl')[0]!))}\n`)
    }
    await behind(3)
    expect(await verify()).toMatchObject({ sound: true, lines: 4 })
    await open()
    expect(text('head.json')).toBe(now)
    await behind(2)
    expect(await verify()).toMatchObject({ sound: false, fault: { file: '2026-01.jsonl', line: 3 } })
    writeFileSync(path('head.json'), now)
    const month = text('2026-01.jsonl')
    writeFileSync(path('2026-01.jsonl'), month.slice(0, month.slice(0, -1).lastIndexOf('\n') + 1))
    const fault = { file: 'head.json', line: null, message: 'expected 3 lines, as the files have, got 4' }
    expect(await verify()).toMatchObject({ sound: false, fault })
  })

  it('a damaged chain gets no further line, and its sound lines can still be read', async () => {
    await keep(6)
    const [first = '', ...rest] = linesOf('2026-01.jsonl')
    writeFileSync(path('2026-01.jsonl'), `${[first.replace('0.58', '0.59'), ...rest].join('\n')}\n`)
    const store = await open()
    const place = { file: '2026-01.jsonl', line: 2 }
    expect(log).toMatchObject([
      { level: 'error', event: 'kept_forecasts_broken', ...place, reason: expect.stringContaining('previousSha256') },
    ])
    expect(await store.read()).toMatchObject({ lines: [{ seq: 1 }, { seq: 2 }], fault: { kind: 'broken', ...place } })
    await expect(store.append(keptForecast(9))).rejects.toMatchObject({ code: 'kept_chain_broken' })
    expect(linesOf('2026-01.jsonl')).toHaveLength(5)
  })

  it('a process that finds lines of another process appends nothing', async () => {
    const [store, other] = [await open(), await open()]
    await other.append(keptForecast(1))
    await expect(store.append(keptForecast(2))).rejects.toMatchObject({ code: 'kept_chain_broken' })
    await expect(store.append(keptForecast(2))).rejects.toThrow('another process has written here')
    expect((await verify()).sound).toBe(true)
  })

  it('a folder that cannot be read has no lines and a fault, and is read again later', async () => {
    await keep(2)
    let fails = true
    const { nodeFs } = await import('@riftline/base/node')
    const list = (folder: string) => (fails ? Promise.reject(new Error('EIO')) : nodeFs.list(folder))
    const store = await openKeptFiles({
      dataFolder: data,
      fs: { ...nodeFs, list },
      log: (entry) => void log.push(entry),
    })
    expect(await store.read()).toMatchObject({ lines: [], fault: { kind: 'unreadable', message: 'EIO' } })
    expect(log.map(({ event }) => event)).toEqual(['kept_forecasts_unreadable'])
    fails = false
    expect(await store.read()).toMatchObject({ lines: [{ seq: 1 }, { seq: 2 }], fault: null })
  })
})

const folder = '/data/forecasts'

/** Appends forecasts on a simulated disk until it crashes or all are kept; a failed call is repeated. Returns the acknowledged texts. */
describe('kept forecasts on a disk that fails', () => {
  const count = 12

  it('no acknowledged line is lost or changed by a power cut at any moment, and the chain stays sound', async () => {
    const seeds = amount(400, 10_000)
    for (let seed = 1; seed <= seeds; seed++) {
      const random = seededRandom(seed)
      const disk = createDisk(random)
      let acknowledged = 0
      for (let life = 0; life < 4; life++) {
        const faulty = random.below(3) === 0
        const as = (['EIO', 'ENOSPC', 'short'] as const)[random.below(3)]!
        const session = disk.start({
          crashAt: 1 + random.below(40),
          ...(faulty && { fail: { at: 1 + random.below(30), as } }),
          shortWrites: random.below(2) === 0,
        })
        const faults: string[] = []
        const work = async (): Promise<void> => {
          const store = await openKeptFiles({
            dataFolder: '/data',
            fs: session.fs,
            log: ({ event, reason }) => void (event === 'kept_forecasts_broken' && faults.push(String(reason))),
          })
          const { lines } = await store.read()
          if (lines.length < acknowledged) faults.push(`${lines.length} of ${acknowledged} lines are left`)
          for (let number = lines.length; number < count; number++) {
            for (let left = 3; left > 0; left--) {
              const outcome = await store.append(keptForecast(number)).catch(() => null)
              if (outcome === null) continue
              acknowledged = number + 1
              break
            }
          }
        }
        await Promise.race([work(), session.crashed])
        session.end()
        if (faults.length > 0) throw new Error(`seed ${seed}: ${faults.join('; ')}`)
        disk.cutPower()
      }
      const last = await openKeptFiles({ dataFolder: '/data', fs: disk.start().fs, log: () => {} })
      const { lines, fault } = await last.read()
      const expected: string[] = []
      let after = emptyChain
      const { headAfter } = await import('#record/kept/kept-line.ts')
      for (let number = 0; number < lines.length; number++) {
        expected.push(keptLineText(keptForecast(number), after))
        after = headAfter({ seq: number + 1 }, expected.at(-1)!)
      }
      const files = [...disk.files()].filter(([name]) => name.endsWith('.jsonl')).sort()
      const found = files.map(([, bytes]) => bytes.toString()).join('')
      if (fault !== null || found !== expected.map((line) => `${line}\n`).join('') || lines.length < acknowledged) {
        throw new Error(`seed ${seed}: ${JSON.stringify({ fault, lines: lines.length, acknowledged })}`)
      }
    }
  })
})

describe('a change of kept forecasts', () => {
  it.each(['changes', 'drops', 'inserts'] as const)(
    'a check of files finds every place that %s one byte',
    async (how) => {
      await keep(9)
      const random = seededRandom(7)
      const disk = createDisk(random)
      const names = readdirSync(join(data, 'forecasts')).sort()
      const whole = new Map(names.map((name) => [name, readFileSync(path(name))]))
      const places = [...whole].flatMap(([name, bytes]) =>
        Array.from({ length: bytes.length + (how === 'inserts' ? 1 : 0) }, (_, at) => ({ name, at })),
      )
      const some = amount(250, places.length)
      const { fs } = disk.start()
      const look = () => verifyKeptFiles('/data', { fs, timers: stillTimers })
      for (const [name, bytes] of whole) disk.put(`${folder}/${name}`, bytes)
      expect(await look()).toMatchObject({ sound: true, lines: 9 })
      for (let step = 0; step < some; step++) {
        // The last bytes of each file are always among the places.
        const { name, at } =
          places[
            some === places.length
              ? step
              : step % 25 === 0
                ? places.length - 1 - step / 25
                : random.below(places.length)
          ]!
        const bytes = whole.get(name)!
        const other = Buffer.from([how === 'changes' ? (bytes[at]! + 1 + random.below(255)) % 256 : random.below(256)])
        const changed = Buffer.concat([
          bytes.subarray(0, at),
          how === 'drops' ? Buffer.alloc(0) : other,
          bytes.subarray(how === 'inserts' ? at : at + 1),
        ])
        disk.put(`${folder}/${name}`, changed)
        const { sound, fault } = await look()
        if (sound || fault === null)
          throw new Error(`${how} byte ${at} of ${name} to ${other.toString('hex')}: not found`)
        disk.put(`${folder}/${name}`, bytes)
      }
    },
  )

  it('a check of files finds lines that were dropped, repeated, swapped or moved, and missing files', async () => {
    await keep(30)
    const names = readdirSync(join(data, 'forecasts')).sort()
    const months = names.filter((name) => name.endsWith('.jsonl'))
    const refuses = async (what: string, files: Readonly<Record<string, readonly string[] | null>>): Promise<void> => {
      const before = new Map(Object.keys(files).map((name) => [name, text(name)]))
      for (const [name, lines] of Object.entries(files)) {
        if (lines === null) rmSync(path(name))
        else writeFileSync(path(name), lines.map((line) => `${line}\n`).join(''))
      }
      const { sound, fault } = await verify()
      expect([what, sound, fault?.kind]).toEqual([what, false, 'broken'])
      for (const [name, old] of before) writeFileSync(path(name), old)
    }
    for (const [index, name] of months.entries()) {
      const lines = linesOf(name)
      for (let at = 0; at < lines.length; at++) {
        await refuses(`drop ${name} ${at}`, { [name]: lines.toSpliced(at, 1) })
        await refuses(`repeat ${name} ${at}`, { [name]: lines.toSpliced(at, 0, lines[at]!) })
        if (at > 0)
          await refuses(`swap ${name} ${at}`, { [name]: lines.toSpliced(at - 1, 2, lines[at]!, lines[at - 1]!) })
      }
      await refuses(`drop file ${name}`, { [name]: null })
      const next = months[index + 1]
      if (next === undefined) continue
      await refuses(`move to ${next}`, { [name]: lines.slice(0, -1), [next]: [lines.at(-1)!, ...linesOf(next)] })
      await refuses(`move from ${next}`, { [name]: [...lines, linesOf(next)[0]!], [next]: linesOf(next).slice(1) })
    }
    await refuses('drop the head', { 'head.json': null })
    expect((await verify()).sound).toBe(true)
  })
})
