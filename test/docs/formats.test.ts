import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { openChangeFiles } from '@riftline/changes/file'
import { parseExport } from '@riftline/ledger'
import { importIntoFiles } from '@riftline/ledger/file'
import { openKeptFiles } from '@riftline/record/file'
import { describe, expect, it, onTestFinished } from 'vitest'
import { batchOf, changesSince } from '../changes/change-writers.ts'
import { keptForecast } from '../record/kept-lines.ts'
import { createManualClock } from '../support/clock.ts'
import { fieldsIn, tableBelow } from '../support/document-tables.ts'

// The readers in this file follow docs/formats.md alone.
const root = new URL('../../', import.meta.url)
const text = readFileSync(new URL('docs/formats.md', root), 'utf8')
const released = new URL('test/fixtures/ledger-format-1/', root)
const ledger = new URL('ledger/', released)

type Json = Readonly<Record<string, unknown>>
const json = (path: string): Json => JSON.parse(readFileSync(new URL(`artifacts/${path}`, root), 'utf8'))
const sha256 = (...parts: readonly (string | Buffer)[]): Buffer => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest()
}

/** Fields of each row of a table; brackets mark those that may be absent. */
const rowsOf = (heading: string): ReadonlyMap<string, ReturnType<typeof fieldsIn>> =>
  new Map(tableBelow(text, heading).map(([name = '', fields = '']) => [name.replaceAll('`', ''), fieldsIn(fields)]))

function checkFields(heading: string, name: string, value: object): void {
  const row = rowsOf(heading).get(name)
  expect(row, `${heading} has no row for ${name}`).toBeDefined()
  const { always, sometimes } = row!
  const keys = Object.keys(value)
  expect(keys, name).toEqual(expect.arrayContaining([...always]))
  expect(
    keys.filter((key) => !always.includes(key) && !sometimes.includes(key)),
    name,
  ).toEqual([])
}

interface Batch {
  readonly records: readonly Json[]
  readonly hash: Buffer
}

/** Complete batches of a segment. */
function readSegment(bytes: Buffer, hash: Buffer): readonly Batch[] {
  const batches: Batch[] = []
  let records: Json[] = []
  let last = hash
  let start = 72
  for (let at = 72; at + 8 <= bytes.length; ) {
    const length = bytes.readUInt32LE(at)
    if (length === 0) break
    const end = at + 8 + length
    expect(bytes.readUInt32LE(at + 4)).toBe(crc32(bytes.subarray(at + 8, end), crc32(bytes.subarray(at, at + 4))))
    const record = JSON.parse(bytes.toString('utf8', at + 8, end)) as Json
    if (record.t === 'batch') {
      last = sha256(last, bytes.subarray(start, at))
      expect(record).toEqual({ ...record, h: last.toString('hex'), c: records.length, at: records.at(-1)?.at })
      batches.push({ records: [...records, record], hash: last })
      records = []
      start = end
    } else records.push(record)
    at = end
  }
  return batches
}

describe('reading a ledger by docs/formats.md', () => {
  it('journal segments can be read by docs/formats.md, with checksums, hash chain, and each record by its table', () => {
    const names = readdirSync(ledger)
      .filter((name) => name.endsWith('.rlj'))
      .sort((a, b) => Number(a.split(/[-.]/)[2]) - Number(b.split(/[-.]/)[2]))
    let hash = Buffer.alloc(32)
    let next = 1
    let batch = 1
    const kinds = new Set<unknown>()
    for (const name of names) {
      const bytes = readFileSync(new URL(name, ledger))
      const [, epoch, first] = /^journal-(\d+)-(\d+)\.rlj$/.exec(name)!
      expect(bytes.toString('latin1', 0, 8)).toBe('RIFTLJ01')
      expect(bytes.readUInt32LE(8)).toBe(1)
      expect(bytes.readBigUInt64LE(12)).toBe(BigInt(epoch!))
      expect(bytes.readBigUInt64LE(20)).toBe(BigInt(first!))
      expect([Number(first), Number(bytes.readBigUInt64LE(28))]).toEqual([next, batch])
      expect(bytes.subarray(36, 68)).toEqual(hash)
      expect(bytes.readUInt32LE(68)).toBe(crc32(bytes.subarray(0, 68)))
      for (const { records, hash: own } of readSegment(bytes, hash)) {
        expect(records.map(({ q }) => q)).toEqual(records.map((_, i) => next + i))
        expect(records.at(-1)?.b).toBe(batch)
        for (const { q, t, at, ...fields } of records.slice(0, -1)) {
          expect(typeof at).toBe('number')
          kinds.add(t)
          checkFields('Records', String(t), fields)
          if ('idem' in fields) {
            expect(Object.keys(fields.idem as Json)).toEqual(['path', 'key', 'fingerprint', 'status', 'body'])
          }
        }
        next += records.length
        batch += 1
        hash = Buffer.from(own)
      }
    }
    expect(next).toBeGreaterThan(84)
    expect(kinds.size).toBeGreaterThan(8)
  })

  it('snapshots can be read by docs/formats.md line by line', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'riftline-formats-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const clock = createManualClock('2026-11-20T11:00:00Z')
    const options = { clock, randomBytes, freeCredits: 20, dataFolder: folder, log: () => {} }
    await importIntoFiles(
      { ...options, acceptClock: true },
      await parseExport(readFileSync(new URL('export.jsonl', released), 'utf8').trimEnd().split('\n')),
    )
    const names = readdirSync(join(folder, 'ledger')).filter((name) => name.startsWith('snapshot-'))
    expect(names).toHaveLength(1)
    const kinds = new Set<unknown>()
    for (const name of names) {
      const lines = readFileSync(join(folder, 'ledger', name), 'utf8').split('\n')
      const [place = '', ...state] = lines.slice(0, -2)
      expect(lines.slice(-2)).toEqual([sha256(`${[place, ...state].join('\n')}\n`).toString('hex'), ''])
      checkFields('Snapshot', 'place', JSON.parse(place) as Json)
      expect(name).toBe(`snapshot-${(JSON.parse(place) as Json).q}.json`)
      for (const line of state) {
        const { t, ...fields } = JSON.parse(line) as Json
        kinds.add(t)
        checkFields('Snapshot', String(t), fields)
      }
    }
    expect([...kinds]).toEqual(['state', 'account', 'answer', 'key', 'grant', 'open', 'address'])
  })

  it('an export can be read by docs/formats.md, with its sums', () => {
    const lines = readFileSync(new URL('export.jsonl', released), 'utf8').trimEnd().split('\n')
    const types = new Set<unknown>()
    const entries: string[] = []
    for (const { type, ...fields } of lines.map((line) => JSON.parse(line) as Json)) {
      types.add(type)
      checkFields('Ledger export', String(type), fields)
      const { account, ref, kind, amount, requestId, at } = fields
      if (type === 'entry') entries.push(`${JSON.stringify([account, ref, kind, amount, requestId, at])}\n`)
      if (type !== 'grant') continue
      const [reversed, captured, refunded] = [fields.reversed, fields.captured, fields.refunded].map(Number)
      expect(Number(amount) - reversed! - captured! + refunded!).toBe(fields.remaining)
    }
    expect([...types].at(-1)).toBe('trailer')
    expect(types.size).toBeGreaterThan(8)
    const trailer = JSON.parse(lines.at(-1)!) as Json
    expect(trailer.sha256).toBe(sha256(`${lines.slice(0, -1).join('\n')}\n`).toString('hex'))
    expect(trailer.entriesSha256).toBe(sha256(entries.sort().join('')).toString('hex'))
  })
})

describe('the committed artifacts and docs/formats.md', () => {
  it('docs/formats.md describes every file of the manifest with its format', () => {
    const files = json('manifest.json').files as Readonly<Record<string, { readonly format: string }>>
    const rows = tableBelow(text, 'Artifacts').map((cells) => cells.map((cell) => cell.replaceAll('`', '')))
    const formats = new Map(rows.map(([path, format]) => [path, format]))
    for (const [path, { format }] of Object.entries(files)) {
      expect(formats.get(path.replace(/-(match|draft)\./, '-*.')), path).toBe(format)
    }
    expect(Object.keys(json('manifest.json'))).toEqual(expect.arrayContaining(['formatVersion', 'asOf', 'schemas']))
  })

  it('docs/formats.md describes the lists of the state, each element with as many parts as its row', () => {
    const { format, formatVersion, asOfMs, completeMs, slopes, ...lists } = json('state.json')
    expect([format, formatVersion, typeof asOfMs, completeMs]).toEqual(['riftline-state', 1, 'number', asOfMs])
    const rows = new Map(tableBelow(text, 'State').map(([name = '', parts = '']) => [name.replaceAll('`', ''), parts]))
    expect([...rows.keys()]).toEqual(Object.keys(lists))
    for (const [name, elements] of Object.entries(lists)) {
      const [own = '', inner] = rows
        .get(name)!
        .replace(/ \([^)]*\)/g, '')
        .split(/, and for each (?:season|opponent): /)
      const length = own.split(', ').length + (inner === undefined ? 0 : 1)
      expect((elements as readonly (readonly unknown[])[]).filter((element) => element.length !== length)).toEqual([])
    }
    const { common, leagues } = slopes as { readonly common: unknown[]; readonly leagues: unknown[][] }
    expect([common.length, ...new Set(leagues.map((league) => league.length))]).toEqual([3, 4])
  })

  it('docs/formats.md describes the fields of the blend', () => {
    const { format, formatVersion, ...fields } = json('blend.json')
    expect([format, formatVersion]).toEqual(['riftline-blend', 3])
    expect(Object.keys(fields)).toEqual([...rowsOf('Blend').keys()])
    const { anchor, calibration, graded, roi } = fields as {
      readonly anchor: { readonly model: Json; readonly weights: Readonly<Record<string, Json>> }
      readonly calibration: Json
      readonly graded: Json
      readonly roi: Json
    }
    expect(Object.keys(anchor.model)).toEqual(['w', 'wRaw', 'sd', 'nEff'])
    expect(Object.keys(graded)).toEqual(['members', 'leagues', 'ageDays', 'league', 'p', 'y'])
    for (const earned of Object.values(roi)) expect(Object.keys(earned as Json)).toEqual(['n', 'yield', 'sd'])
    for (const hierarchy of Object.values(calibration) as readonly Json[]) {
      expect(Object.keys(hierarchy)).toEqual(['model', 'curves', 'cells'])
      for (const cell of Object.keys(hierarchy.cells as Json)) expect(cell).toMatch(/^bo\d(\/.+)?$/)
    }
  })

  it('docs/formats.md describes the ids', () => {
    type Row = readonly [id: number, names: readonly string[], formerIds: readonly number[], ...rest: unknown[]]
    type Known = { readonly last: number; readonly lastListed: number; readonly rows: readonly Row[] }
    type Named = { readonly last: number; readonly ids: Readonly<Record<string, number>> }
    const ids = json('ids.json') as Json &
      Readonly<Record<'teams' | 'players', Known> & Record<'champions' | 'tournaments', Named>>
    expect(ids.formatVersion).toBe(2)
    for (const { last, lastListed, rows } of [ids.teams, ids.players]) {
      expect(lastListed).toBeLessThanOrEqual(last)
      for (const [id, , formerIds] of rows) expect(Math.max(id, ...formerIds)).toBeLessThanOrEqual(last)
    }
    for (const { last, ids: keys } of [ids.champions, ids.tournaments]) {
      expect(Math.max(...Object.values(keys))).toBeLessThanOrEqual(last)
    }
    expect(ids.teams.rows.find(([id]) => id === 2)?.[1][0]).toBe('T1')
    expect(Number.isInteger(ids.lastSeriesId)).toBe(true)
  })
})

it('kept forecasts can be read and checked by docs/formats.md, each field by its table', async () => {
  const dataFolder = mkdtempSync(join(tmpdir(), 'riftline-formats-kept-'))
  onTestFinished(() => rmSync(dataFolder, { recursive: true }))
  const store = await openKeptFiles({ dataFolder, log: () => {} })
  for (let number = 0; number < 20; number++) await store.append(keptForecast(number))
  const folder = join(dataFolder, 'forecasts')
  const fields = tableBelow(text, 'Kept forecasts').flatMap(([names = '']) => names.replaceAll('`', '').split(', '))
  let previous = '0'.repeat(64)
  let count = 0
  for (const name of readdirSync(folder)
    .sort()
    .filter((one) => one.endsWith('.jsonl'))) {
    const content = readFileSync(join(folder, name), 'utf8')
    expect(content.endsWith('\n')).toBe(true)
    for (const line of content.slice(0, -1).split('\n')) {
      const { seq, previousSha256, keptAtUtc, ...rest } = JSON.parse(line)
      count += 1
      expect([seq, previousSha256, `${keptAtUtc.slice(0, 7)}.jsonl`]).toEqual([count, previous, name])
      expect(Object.keys({ seq, previousSha256, keptAtUtc, ...rest })).toEqual(fields)
      previous = sha256(line).toString('hex')
    }
  }
  expect(count).toBe(20)
  expect(JSON.parse(readFileSync(join(folder, 'head.json'), 'utf8'))).toEqual({ seq: 20, sha256: previous })
})

it('changes can be read and checked by docs/formats.md, each line by its row', async () => {
  const dataFolder = mkdtempSync(join(tmpdir(), 'riftline-formats-changes-'))
  onTestFinished(() => rmSync(dataFolder, { recursive: true }))
  const clock = createManualClock()
  const store = await openChangeFiles({ dataFolder, clock, log: () => {} })
  const begin = store.head()
  for (let number = 0; number < 12; number++) {
    if (number % 4 === 3) clock.advance(86_400_000)
    await store.append([
      batchOf('count', number === 0 ? null : `${number}`, `${number + 1}`, `${number}`, `${number}+`),
    ])
  }
  const names = readdirSync(join(dataFolder, 'changes')).sort()
  const marks = new Map<string, string | null>()
  let after = begin
  const answered: string[] = []
  for (const name of names) {
    let before = 0
    const lines = readFileSync(join(dataFolder, 'changes', name), 'utf8')
      .trimEnd()
      .split('\n')
    for (const [index, line] of lines.entries()) {
      checkFields('Changes', index === 0 ? 'first' : 'further', JSON.parse(line))
      const { crc32: stated, ...fields } = JSON.parse(line)
      const sum = crc32(line.slice(line.indexOf(',') + 1), before)
      expect(stated).toBe(sum.toString(16).padStart(8, '0'))
      before = sum
      if (index === 0) {
        expect([fields.log, fields.after]).toEqual([begin.slice(15), after])
        expect(fields.marks).toEqual([...marks])
      }
      for (const [key, value] of fields.marks) marks.set(key, value)
      for (const change of fields.changes ?? []) {
        const ms = Math.floor(Number.parseInt(change.seq.slice(0, 14), 16) / 1024)
        expect([change.atUtc, name]).toEqual([
          new Date(ms).toISOString().slice(0, 19),
          `${change.atUtc.slice(0, 10)}.jsonl`,
        ])
        expect(change.seq > after).toBe(true)
        after = change.seq
        answered.push(JSON.stringify(change))
      }
    }
  }
  expect([names.length, marks.get('count')]).toEqual([4, '12'])
  expect(changesSince(store, begin).map(({ json }) => json)).toEqual(answered)
})
