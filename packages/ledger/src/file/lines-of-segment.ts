import { setImmediate } from 'node:timers/promises'
import type { CaptureRecord, DeliveredRecord, LedgerRecord, RefundRecord } from '../rules/ledger-record.ts'
import { captureLine, grantLine, type LinesWanted, type PlacedLine, refundLine } from '../rules/statement.ts'
import { endOfFrame, frameHead } from './frame.ts'
import { JournalDamage } from './journal-damage.ts'
import { decodeRecord, type StoredRecord } from './record-codec.ts'
import type { SegmentName } from './segment-name.ts'

export type BytesOf = (segment: SegmentName) => Promise<Buffer>

/** A segment among those of the journal. */
export interface SegmentPlace {
  readonly folder: string
  readonly segments: readonly SegmentName[]
  readonly index: number
  readonly bytesOf: BytesOf
}

/** Records between two turns of the event loop: a statement must not delay charges. */
const recordsPerTurn = 100
const payloadStart = '{"q":'
const refundText = '"t":"refund"'

/** The lines of a segment backwards. Gives whether it may have lines of the account or the key, those of other months too. */
export async function* linesIn(place: SegmentPlace, wanted: LinesWanted): AsyncGenerator<PlacedLine, boolean> {
  const { accountId, keyId, from, to, before } = wanted
  const bytes = await bytesAt(place)
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
    // A segment begins with its header, so that nothing is found before it.
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

/** The capture of a refund: before it, nearly always by less than a minute. Null: it is not kept any more. */
async function findCapture(place: SegmentPlace, start: number, requestId: string): Promise<CaptureRecord | null> {
  const text = `"r":${JSON.stringify(requestId)},"op":`
  for (let index = place.index; index >= 0; index--) {
    const here = { ...place, index }
    const bytes = await bytesAt(here)
    const found = bytes.lastIndexOf(text, index === place.index ? start : bytes.length)
    if (found === -1) continue
    const { record } = recordAt(here, bytes, bytes.lastIndexOf(payloadStart, found))
    if (record.type === 'capture') return record
  }
  return null
}

/** Record that closed a capture, nearly always less than a minute later; null if the capture is open. */
async function findClosing(
  place: SegmentPlace,
  end: number,
  requestId: string,
): Promise<DeliveredRecord | RefundRecord | null> {
  const text = JSON.stringify(requestId)
  for (let index = place.index; index < place.segments.length; index++) {
    const here = { ...place, index }
    const bytes = await bytesAt(here)
    let found = bytes.indexOf(text, index === place.index ? end : 0)
    for (; found !== -1; found = bytes.indexOf(text, found + 1)) {
      const { record } = recordAt(here, bytes, bytes.lastIndexOf(payloadStart, found))
      if (record.type === 'refund' || record.type === 'delivered') return record
    }
  }
  return null
}

function bytesAt({ segments, index, bytesOf }: SegmentPlace): Promise<Buffer> {
  return bytesOf(segments[index]!)
}

function recordAt(
  { folder, segments, index }: SegmentPlace,
  bytes: Buffer,
  payload: number,
): { readonly q: number; readonly record: LedgerRecord; readonly end: number } {
  const offset = payload - frameHead
  const end = endOfFrame(bytes, offset)
  if (typeof end === 'string') throw new JournalDamage(`${folder}/${segments[index]!.name}`, offset, 'crc', end)
  const stored = JSON.parse(bytes.toString('utf8', payload, end)) as StoredRecord & { readonly q: number }
  return { q: stored.q, record: decodeRecord(stored), end }
}
