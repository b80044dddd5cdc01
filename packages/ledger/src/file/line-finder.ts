import { setImmediate } from 'node:timers/promises'
import { type Fs, ifThere } from '@riftline/base/node'
import type { CaptureRecord, DeliveredRecord, LedgerRecord, RefundRecord } from '../rules/ledger-record.ts'
import { captureLine, grantLine, type LinesWanted, type PlacedLine, refundLine } from '../rules/statement.ts'
import { endOfFrame, frameHead, headerBytes } from './batches.ts'
import type { DurableEnd } from './read-journal.ts'
import { JournalDamage } from './read-segment.ts'
import { decodeRecord, type StoredRecord } from './record-codec.ts'
import { type SegmentName, segmentsAmong } from './segment-writer.ts'

export type FindLines = (wanted: LinesWanted, until: DurableEnd) => AsyncIterable<PlacedLine>

/**
 * Finds an account's lines backwards by searching the journal's text for the id of the account or key, because an index would grow with
 * every charge. An id with its quotes, `"a":"acc_x"`, matches nothing else, since quotes in a caller's text are escaped. For sealed
 * segments it caches their times and the names they lack. One search runs at a time, with at most three segments in memory.
 */
export function createLineFinder(fs: Fs, folder: string): FindLines {
  const times = new Map<string, SegmentTimes>()
  const absent = new Set<string>()
  let searches: Promise<unknown> = Promise.resolve()

  return async function* findLines(wanted, until) {
    const before = searches
    let end = (): void => {}
    searches = new Promise<void>((resolve) => {
      end = resolve
    })
    await before
    try {
      yield* search(wanted, until)
    } finally {
      end()
    }
  }

  async function* search(wanted: LinesWanted, until: DurableEnd): AsyncGenerator<PlacedLine> {
    const all = segmentsAmong(await fs.list(folder))
    const segments = all.slice(0, all.findIndex(({ name }) => name === until.segment.name) + 1)
    const bytesOf = createSegmentCache(fs, folder, until)
    const { from, to, before } = wanted
    for (let index = segments.length - 1; index >= 0; index--) {
      const segment = segments[index]!
      if (segment.first >= before) continue
      const isSealed = segment.name !== until.segment.name
      const known = times.get(segment.name)
      if (known !== undefined && (known.to < from || known.from >= to)) continue
      if (absent.has(absence(segment, wanted))) continue
      const bytes = await bytesOf(segment)
      if (isSealed && known === undefined) times.set(segment.name, timesOf(bytes))
      const { from: first, to: last } = times.get(segment.name) ?? { from, to: from }
      if (last < from || first >= to) continue
      const mayHave = yield* linesIn({ folder, segments, index, bytesOf }, wanted)
      if (isSealed && !mayHave) remember(absence(segment, wanted))
    }
  }

  function remember(what: string): void {
    /* v8 ignore next -- takes a hundred thousand searches, and costs only time */
    if (absent.size >= mostAbsent) absent.clear()
    absent.add(what)
  }
}

const mostAbsent = 100_000

function absence({ name }: SegmentName, { accountId, keyId }: LinesWanted): string {
  return `${name} ${accountId} ${keyId ?? ''}`
}

const mostCached = 3

/** Reads the durable bytes of segments; none for a segment deleted meanwhile, which is too old for any statement. */
function createSegmentCache(fs: Fs, folder: string, until: DurableEnd): BytesOf {
  const cache = new Map<string, Buffer>()
  return async ({ name }) => {
    let bytes = cache.get(name)
    if (bytes === undefined) {
      const limit = name === until.segment.name ? until.end : undefined
      bytes = (await ifThere(fs.read(`${folder}/${name}`, 0, limit))) ?? Buffer.alloc(0)
    }
    cache.delete(name)
    cache.set(name, bytes)
    for (const [oldest] of cache) if (cache.size > mostCached) cache.delete(oldest)
    return bytes
  }
}

type BytesOf = (segment: SegmentName) => Promise<Buffer>

interface SearchedSegment {
  readonly folder: string
  readonly segments: readonly SegmentName[]
  readonly index: number
  readonly bytesOf: BytesOf
}

/** Number of records between two turns of the event loop, so that statements do not delay charges. */
const recordsPerTurn = 100
const payloadStart = '{"q":'
const refundText = '"t":"refund"'

/** Yields the lines of a segment backwards. Returns whether it may have lines of the account or key, in any month. */
async function* linesIn(place: SearchedSegment, wanted: LinesWanted): AsyncGenerator<PlacedLine, boolean> {
  const { accountId, keyId, from, to, before } = wanted
  const bytes = await place.bytesOf(place.segments[place.index]!)
  const name = keyId === null ? `"a":${JSON.stringify(accountId)}` : `"k":${JSON.stringify(keyId)}`
  const isCut = before < (place.segments[place.index + 1]?.first ?? Number.POSITIVE_INFINITY)
  const cut = isCut ? bytes.indexOf(`${payloadStart}${before},`) : -1
  const behind = cut === -1 ? bytes.length : cut
  let ours = bytes.lastIndexOf(name, behind)
  let refund = bytes.lastIndexOf(refundText, behind)
  let mayHave = ours !== -1 || cut !== -1
  for (let read = 1; ours !== -1 || refund !== -1; read++) {
    if (read % recordsPerTurn === 0) await setImmediate()
    const start = bytes.lastIndexOf(payloadStart, Math.max(ours, refund))
    const { q, record, end } = recordAt(place, bytes, start)
    // The segment begins with its header, so a match is never at offset 0.
    if (ours > start) ours = bytes.lastIndexOf(name, start)
    if (refund > start) refund = bytes.lastIndexOf(refundText, start)
    if (record.at < from || record.at >= to) {
      mayHave ||= record.type === 'refund'
      continue
    }
    if (record.type === 'refund') {
      const capture = await findCapture(place, start, record.requestId)
      if (capture === null || !isOf(capture, wanted)) continue
      mayHave = true
      yield { place: q, line: refundLine(record, captureLine(capture, null)), refunded: false }
    } else if (record.type === 'capture' && isOf(record, wanted)) {
      const closing = await findClosing(place, end, record.requestId)
      const reason = closing?.type === 'delivered' ? (closing.reason ?? null) : null
      yield { place: q, line: captureLine(record, reason), refunded: closing?.type === 'refund' }
    } else if (keyId === null && (record.type === 'grant' || record.type === 'reverse')) {
      yield { place: q, line: grantLine(record), refunded: false }
    }
  }
  return mayHave
}

function isOf(capture: CaptureRecord, { accountId, keyId }: LinesWanted): boolean {
  return capture.accountId === accountId && (keyId === null || capture.keyId === keyId)
}

/** Finds the capture of a refund, nearly always less than a minute older; null if it is no longer kept. */
async function findCapture(place: SearchedSegment, start: number, requestId: string): Promise<CaptureRecord | null> {
  const text = `"r":${JSON.stringify(requestId)},"op":`
  for (let index = place.index; index >= 0; index--) {
    const here = { ...place, index }
    const bytes = await place.bytesOf(place.segments[index]!)
    const found = bytes.lastIndexOf(text, index === place.index ? start : bytes.length)
    if (found === -1) continue
    const { record } = recordAt(here, bytes, bytes.lastIndexOf(payloadStart, found))
    return record as CaptureRecord
  }
  return null
}

/** Finds the record that closed a capture, nearly always less than a minute later; null if the capture is open. */
async function findClosing(
  place: SearchedSegment,
  end: number,
  requestId: string,
): Promise<DeliveredRecord | RefundRecord | null> {
  const text = JSON.stringify(requestId)
  for (let index = place.index; index < place.segments.length; index++) {
    const here = { ...place, index }
    const bytes = await place.bytesOf(place.segments[index]!)
    let found = bytes.indexOf(text, index === place.index ? end : 0)
    for (; found !== -1; found = bytes.indexOf(text, found + 1)) {
      const { record } = recordAt(here, bytes, bytes.lastIndexOf(payloadStart, found))
      if (record.type === 'refund' || record.type === 'delivered') return record
    }
  }
  return null
}

function recordAt(
  { folder, segments, index }: SearchedSegment,
  bytes: Buffer,
  payload: number,
): { readonly q: number; readonly record: LedgerRecord; readonly end: number } {
  const offset = payload - frameHead
  const end = endOfFrame(bytes, offset)
  if (typeof end === 'string') throw new JournalDamage(`${folder}/${segments[index]!.name}`, offset, 'crc', end)
  const stored = JSON.parse(bytes.toString('utf8', payload, end)) as StoredRecord & { readonly q: number }
  return { q: stored.q, record: decodeRecord(stored), end }
}

/** Earliest and latest time of a segment's records; `from` is after `to` in a segment without records. */
interface SegmentTimes {
  readonly from: number
  readonly to: number
}

/**
 * Scans all records, because imported records and address uses are not in time order. It does not parse them, so 16 MiB
 * take a few milliseconds.
 */
export function timesOf(bytes: Buffer): SegmentTimes {
  let [from, to] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (let offset = headerBytes; offset + frameHead < bytes.length; ) {
    const length = bytes.readUInt32LE(offset)
    if (length === 0) break
    const at = timeAt(bytes, offset + frameHead)
    if (at < from) from = at
    if (at > to) to = at
    offset += frameHead + length
  }
  return { from, to }
}

const [comma, quote, a, t, minus, zero] = [0x2c, 0x22, 0x61, 0x74, 0x2d, 0x30]

/** Reads the time of a record. Payloads begin `{"q":1,"t":"type","at":2,`, so no text of a caller precedes it. */
function timeAt(bytes: Buffer, start: number): number {
  let place = start
  while (bytes[place] !== comma || bytes[place + 1] !== quote || bytes[place + 2] !== a || bytes[place + 3] !== t) {
    if (place >= bytes.length) return Number.NaN
    place += 1
  }
  place += 6
  const sign = bytes[place] === minus ? -1 : 1
  if (sign === -1) place += 1
  let value = 0
  for (let digit = bytes[place]! - zero; digit >= 0 && digit <= 9; digit = bytes[place]! - zero) {
    value = value * 10 + digit
    place += 1
  }
  return sign * value
}
