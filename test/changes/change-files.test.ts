import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { dayMs } from '@riftline/base'
import { type Fs, type LogEntry, nodeFs } from '@riftline/base/node'
import { type ChangeStore, parseSeq } from '@riftline/changes'
import { openChangeFiles } from '@riftline/changes/file'
import { seededRandom } from '@riftline/core'
import { beforeEach, describe, expect, it } from 'vitest'
import { amount } from '../support/amount.ts'
import { createManualClock, type ManualClock } from '../support/clock.ts'
import { batchOf, changesSince, checkWritten, idOf, idsSince, requireRising, runWriters } from './change-writers.ts'
import { testStoreRules } from './store-rules.ts'

let data: string
let log: LogEntry[]
let clock: ManualClock
beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'riftline-changes-'))
  log = []
  clock = createManualClock('2026-11-28T10:00:07.250Z')
  return () => rmSync(data, { recursive: true })
})
const open = (fs: Fs = nodeFs, dataFolder = data) =>
  openChangeFiles({ dataFolder, clock, fs, log: (entry) => void log.push(entry) })
const path = (name: string) => join(data, 'changes', name)
const names = () => readdirSync(join(data, 'changes')).sort()
const logged = () =>
  log.map(({ level, event, file, line }) => [level, event, file, ...(line === undefined ? [] : [line])])
const today = '2026-11-28.jsonl'

/** Appends one change for each id, as a batch of its own. */
async function keep(store: ChangeStore, ...ids: readonly string[]): Promise<void> {
  for (const id of ids) expect(await store.append([batchOf(`m:${id}`, null, id, id)])).toEqual([true])
}

describe('changes in files', () => {
  let logs = 0
  testStoreRules(
    async () => {
      const folder = join(data, `log-${logs++}`)
      return () => open(nodeFs, folder)
    },
    amount(5, 100),
  )

  it('any interleaving of writers is found again by a restart, with the same places and marks', async () => {
    for (let seed = 1; seed <= amount(3, 50); seed++) {
      const store = await open(nodeFs, join(data, `log-${seed}`))
      const written = await runWriters([store], seededRandom(seed), 8)
      await store.close()
      const again = await open(nodeFs, join(data, `log-${seed}`))
      await checkWritten(again, written)
      expect([again.head(), again.since(written.begin)]).toEqual([store.head(), store.since(written.begin)])
    }
    expect(log).toEqual([])
  })

  it('a folder appears with the first change, and each append is one line with the checksum of the line before', async () => {
    const store = await open()
    const begin = store.head()
    expect(readdirSync(data)).toEqual([])
    await store.append([batchOf('a', null, 'A', 'x'), batchOf('b', null, 'B', 'y')])
    await store.append([batchOf('a', 'A', null)])
    expect([names(), statSync(path(today)).mode & 0o777]).toEqual([[today], 0o600])
    const [head, first, second, end] = readFileSync(path(today), 'utf8').split('\n')
    const crc = /^\{"crc32":"[0-9a-f]{8}",/
    const logId = parseSeq(begin)!.logId
    expect(head!.replace(crc, '{')).toBe(
      `{"format":"riftline-changes","formatVersion":1,"log":"${logId}","after":"${begin}","marks":[]}`,
    )
    const [x, y] = changesSince(store, begin)
    expect(first!.replace(crc, '{')).toBe(`{"marks":[["a","A"],["b","B"]],"changes":[${x!.json},${y!.json}]}`)
    expect(second!.replace(crc, '{')).toBe('{"marks":[["a",null]],"changes":[]}')
    expect(end).toBe('')
    expect(x!.json).toBe(`{"seq":"${x!.seq}","atUtc":"2026-11-28T10:00:07","type":"forecast.kept","seriesId":"x"}`)
  })

  it('a batch that changes nothing writes nothing', async () => {
    const store = await open()
    await keep(store, 'a')
    const { size } = statSync(path(today))
    expect(await store.append([batchOf('m:a', 'a', 'a'), batchOf('none', null, null)])).toEqual([true, true])
    expect(statSync(path(today)).size).toBe(size)
  })

  it('a day has its own file, and a file with 10,000 changes is followed by another of the day', async () => {
    const store = await open()
    const begin = store.head()
    for (let part = 0; part < 3; part++) {
      await store.append([
        batchOf(`part ${part}`, null, '1', ...Array.from({ length: 6000 }, (_, index) => `${part} ${index}`)),
      ])
    }
    clock.advance(dayMs)
    await keep(store, 'next day')
    // A clock that is set back begins no earlier file.
    clock.setNow(clock.now() - 3 * dayMs)
    await keep(store, 'clock set back')
    expect(names()).toEqual(['2026-11-28.2.jsonl', '2026-11-28.3.jsonl', today, '2026-11-29.jsonl'])
    const again = await open()
    requireRising(changesSince(again, begin))
    expect(changesSince(again, begin)).toHaveLength(18_002)
    await keep(again, 'after a restart')
    expect(idsSince(again, begin)?.slice(-3)).toEqual(['next day', 'clock set back', 'after a restart'])
    expect(names()).toHaveLength(4)
    expect(log).toEqual([])
  })

  it('files whose changes are all older than 14 days, or beyond the newest 100,000, are removed, and their places are gone', async () => {
    const store = await open()
    const begin = store.head()
    await keep(store, 'first')
    const second = store.head()
    clock.advance(dayMs)
    for (let part = 0; part < 11; part++) {
      await store.append([
        batchOf(`part ${part}`, null, '1', ...Array.from({ length: 10_000 }, (_, index) => `${part} ${index}`)),
      ])
    }
    expect(names()).toHaveLength(10)
    expect(idsSince(store, second)).toBeNull()
    const again = await open()
    const gone = again.since(begin)
    expect(gone).toEqual(store.since(begin))
    expect(gone.kind === 'gone' && changesSince(again, gone.oldest).length).toBe(100_000)
    clock.advance(14 * dayMs + 1000)
    await keep(again, 'last')
    expect(names()).toEqual(['2026-12-13.jsonl'])
    expect(again.since(store.head())).toMatchObject({ kind: 'changes', changes: [{ type: 'forecast.kept' }] })
    expect((await (await open()).marks('part')).size).toBe(11)
    expect(log).toEqual([])
  })
})

describe('damaged files of changes', () => {
  it('an unfinished last line that a crash left is cut and logged, and its batch can be kept again', async () => {
    const store = await open()
    const begin = store.head()
    await keep(store, 'a')
    const before = store.head()
    const whole = readFileSync(path(today), 'utf8')
    await keep(store, 'b')
    const line = readFileSync(path(today), 'utf8').slice(whole.length)
    const torn = [
      ...Array.from({ length: line.length - 1 }, (_, index) => line.slice(0, index + 1)),
      '\0\0\0',
      'x\n',
      '{}\n',
      line.replace('"b"', '"c"'),
    ]
    for (const tail of torn.filter((_, index) => index % amount(20, 1) === 0 || index > line.length - 3)) {
      writeFileSync(path(today), whole + tail)
      log = []
      const again = await open()
      expect([again.head(), idsSince(again, begin), await again.marks('')]).toEqual([
        before,
        ['a'],
        new Map([['m:a', 'a']]),
      ])
      expect(logged()).toEqual([['warn', 'changes_cut', today]])
      expect(readFileSync(path(today), 'utf8')).toBe(whole)
      clock.advance(1000)
      await keep(again, 'b')
      expect(idsSince(again, begin)).toEqual(['a', 'b'])
      // A reader that was told of the lost line, as after bit rot, never waits for its place.
      expect(store.head() < again.head()).toBe(true)
    }
  })

  it('an unfinished first line leaves the file before as the end of the log', async () => {
    const store = await open()
    await keep(store, 'a')
    clock.advance(dayMs)
    await keep(store, 'b')
    const head = readFileSync(path('2026-11-29.jsonl'), 'utf8').split('\n')[0]!
    for (const torn of ['', '{', head.slice(0, 40), head, '\0\0\0\0']) {
      writeFileSync(path('2026-11-29.jsonl'), torn)
      log = []
      const again = await open()
      expect([idsSince(again, again.head()), names(), logged()]).toEqual([
        [],
        [today],
        [['warn', 'changes_cut', '2026-11-29.jsonl']],
      ])
      expect(parseSeq(again.head())!.logId).toBe(parseSeq(store.head())!.logId)
    }
  })

  it('a byte that changed anywhere before the last line begins another log with the marks before it, and old places are gone', async () => {
    const store = await open()
    const begin = store.head()
    await keep(store, 'a', 'b', 'c')
    const whole = readFileSync(path(today))
    const lines = whole.toString().split('\n')
    const ends = lines.slice(0, 3).map((_, index) => lines.slice(0, index + 1).join('\n').length)
    const random = seededRandom(3)
    for (let step = 0; step < amount(60, 2000); step++) {
      const at = random.below(ends[2]!)
      const damaged = Buffer.from(whole)
      damaged[at] = (damaged[at]! + 1 + random.below(255)) % 256
      rmSync(join(data, 'changes'), { recursive: true })
      mkdirSync(join(data, 'changes'))
      writeFileSync(path(today), damaged)
      log = []
      const again = await open()
      const line = 1 + ends.findIndex((end) => at < end || at === end)
      expect([at, logged()]).toEqual([at, [['error', 'changes_damaged', today, line]]])
      expect([again.since(begin).kind, again.since(store.head()).kind]).toEqual(['gone', 'gone'])
      expect([...(await again.marks('')).keys()]).toEqual(['m:a', 'm:b'].slice(0, Math.max(0, line - 2)))
      const now = again.head()
      await keep(again, 'd')
      expect([idsSince(again, now), names()]).toEqual([['d'], ['2026-11-28.2.jsonl', today]])
      const third = await open()
      expect([idsSince(third, now), third.since(begin).kind]).toEqual([['d'], 'gone'])
    }
  })

  it('damage in an older file makes places before it gone, and the log goes on from the file after it', async () => {
    const store = await open()
    const begin = store.head()
    await keep(store, 'a', 'b')
    const middle = store.head()
    clock.advance(dayMs)
    await keep(store, 'c')
    const last = store.head()
    const text = readFileSync(path(today), 'utf8')
    const withoutLast = text.split('\n').toSpliced(2, 1).join('\n')
    const damages = [
      text.replace('"a"', '"A"'),
      text.slice(0, -2),
      withoutLast,
      text.split('\n').toSpliced(1, 1).join('\n'),
      'hello\n',
      '',
      '{}',
    ]
    for (const damage of damages) {
      writeFileSync(path(today), damage)
      log = []
      const again = await open()
      expect([damage, again.head(), idsSince(again, middle), again.since(begin).kind]).toEqual([
        damage,
        last,
        ['c'],
        'gone',
      ])
      // A missing last line shows in the file after it.
      const file = damage === withoutLast ? '2026-11-29.jsonl' : today
      expect(log).toMatchObject([{ level: 'error', event: 'changes_damaged', file }])
      expect((await again.marks('')).size).toBe(3)
    }
    rmSync(path(today))
    log = []
    const again = await open()
    expect([idsSince(again, middle), again.since(begin).kind, log]).toEqual([['c'], 'gone', []])
    clock.advance(15 * dayMs)
    writeFileSync(path(today), 'hello\n')
    await keep(await open(), 'd')
    expect(names()).toEqual(['2026-12-14.jsonl'])
  })

  it('a file that is missing between two others makes places before it gone', async () => {
    const store = await open()
    const begin = store.head()
    await keep(store, 'a')
    clock.advance(dayMs)
    await keep(store, 'b')
    clock.advance(dayMs)
    const end = store.head()
    await keep(store, 'c')
    rmSync(path('2026-11-29.jsonl'))
    const again = await open()
    expect([again.since(begin).kind, idsSince(again, end)]).toEqual(['gone', ['c']])
    expect(logged()).toEqual([['error', 'changes_damaged', '2026-11-30.jsonl', 1]])
  })

  it('a folder with files of others opens, leaves them as they are, and keeps changes', async () => {
    const foreign = [
      'riftline.txt\n',
      'a,b\n1,2\n',
      '{"format":"riftline-changes","formatVersion":2}\n',
      '\ufeff{}\n{}\n',
    ]
    for (const [index, text] of foreign.entries()) {
      rmSync(join(data, 'changes'), { recursive: true, force: true })
      mkdirSync(path('2026-11-27.jsonl'), { recursive: true })
      mkdirSync(path('sub'))
      writeFileSync(path('notes.txt'), 'notes')
      writeFileSync(path('2026-11-28.999999999999999999999.jsonl'), text)
      writeFileSync(path('2026-13-99.jsonl'), text)
      log = []
      const store = await open()
      const begin = store.head()
      await keep(store, `${index}`)
      const again = await open()
      expect([idsSince(again, begin), readFileSync(path('2026-13-99.jsonl'), 'utf8')]).toEqual([[`${index}`], text])
      expect(readFileSync(path('notes.txt'), 'utf8')).toBe('notes')
      expect(log.every(({ event }) => event === 'changes_damaged')).toBe(true)
    }
  })

  it('a file of another program behind the end of the log is left as it is, and the log goes on', async () => {
    const store = await open()
    const begin = store.head()
    await keep(store, 'a')
    writeFileSync(path('2026-11-30.jsonl'), 'hello\nworld\n')
    const again = await open()
    expect(logged()).toEqual([['error', 'changes_damaged', '2026-11-30.jsonl', 1]])
    await keep(again, 'b')
    clock.advance(dayMs)
    await keep(again, 'c')
    expect(names()).toEqual([today, '2026-11-30.2.jsonl', '2026-11-30.jsonl'])
    log = []
    expect([idsSince(await open(), begin), log]).toEqual([['a', 'b', 'c'], []])
    clock.advance(20 * dayMs)
    expect(idsSince(await open(), store.head())).toBeNull()
    expect(names()).toEqual(['2026-11-30.2.jsonl'])
  })

  it('a folder that cannot be listed opens, says so once, and is read again by later calls', async () => {
    const first = await open()
    const begin = first.head()
    await keep(first, 'a')
    let fails = true
    const list = (folder: string) => (fails ? Promise.reject(new Error('EIO')) : nodeFs.list(folder))
    const store = await open({ ...nodeFs, list })
    expect(store.since(begin).kind).toBe('gone')
    await expect(store.append([batchOf('b', null, 'b', 'b')])).rejects.toThrow('EIO')
    await expect(store.marks('')).rejects.toThrow('EIO')
    expect(log.map(({ event, error }) => [event, error])).toEqual([['changes_unreadable', 'EIO']])
    fails = false
    await keep(store, 'b')
    expect([idsSince(store, begin), store.since(begin).kind]).toEqual([['a', 'b'], 'changes'])
    writeFileSync(join(data, 'file'), '')
    const other = await open(nodeFs, join(data, 'file'))
    await expect(other.append([batchOf('b', null, 'b', 'b')])).rejects.toThrow(/ENOTDIR/)
  })
})

describe('files of changes on a disk that fails', () => {
  it('a full disk refuses a batch, which is kept whole by a later call; nothing of it was told before', async () => {
    let room = Number.POSITIVE_INFINITY
    const fs: Fs = {
      ...nodeFs,
      async open(name, how) {
        const file = await nodeFs.open(name, how)
        return {
          ...file,
          async write(bytes, from, to, position) {
            if (room <= 0) throw Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' })
            const count = await file.write(bytes, from, Math.min(to, from + room), position)
            room -= count
            return count
          },
        }
      },
    }
    const store = await open(fs)
    const begin = store.head()
    const seen: string[] = []
    store.onChanges((changes) => void seen.push(...changes.map(idOf)))
    const expected: string[] = []
    for (const [day, left] of [0, 5, 150, 60, 200, 100].entries()) {
      clock.advance(day % 2 === 0 ? dayMs : 1000)
      room = left
      const id = `${day}`
      const bytes = () => readdirSync(data).flatMap(() => names().map((name) => statSync(path(name)).size))
      for (let tries = 0; tries < 3; tries++) {
        await expect(store.append([batchOf(`m:${id}`, null, id, id)])).rejects.toMatchObject({ code: 'ENOSPC' })
        expect([idsSince(store, begin), seen, await store.marks(`m:${id}`)]).toEqual([expected, expected, new Map()])
      }
      room = Number.POSITIVE_INFINITY
      await keep(store, id)
      expected.push(id)
      expect([idsSince(store, begin), seen]).toEqual([expected, expected])
      expect(bytes().every((size) => size > 100)).toBe(true)
      expect(idsSince(await open(), begin)).toEqual(expected)
    }
    expect(log).toEqual([])
  })

  it('a process that finds changes of another process reads them, tells them, and keeps guards exact', async () => {
    const one = await open()
    const begin = one.head()
    await keep(one, 'a')
    const other = await open()
    await keep(other, 'b')
    clock.advance(dayMs)
    await keep(other, 'c')
    const seen: string[] = []
    one.onChanges((changes) => void seen.push(...changes.map(idOf)))
    expect(await one.append([batchOf('m:b', null, 'b', 'b'), batchOf('m:d', null, 'd', 'd')])).toEqual([false, true])
    expect([idsSince(one, begin), seen]).toEqual([
      ['a', 'b', 'c', 'd'],
      ['b', 'c', 'd'],
    ])
    clock.advance(dayMs)
    await keep(other, 'e')
    // The file that this process knows is as it left it; only a newer one was added.
    await keep(one, 'f')
    expect(idsSince(await open(), begin)).toEqual(['a', 'b', 'c', 'd', 'e', 'f'])
    expect(log).toEqual([])
  })

  it('a folder that was removed while a server runs begins another log', async () => {
    const store = await open()
    const begin = store.head()
    await keep(store, 'a')
    rmSync(join(data, 'changes'), { recursive: true })
    await keep(store, 'b')
    expect(store.since(begin).kind).toBe('gone')
    appendFileSync(path(today), '')
    expect([...(await (await open()).marks('')).keys()]).toEqual(['m:b'])
  })
})
