import { constants } from 'node:buffer'
import { createHash } from 'node:crypto'
import { RiftlineError } from '@riftline/base'
import { type Fs, replaceFileInPieces } from '@riftline/base/node'
import { createLedgerState, type LedgerState } from '../rules/ledger-state.ts'
import { type JournalPosition, journalStart } from './batches.ts'
import {
  createStateReader,
  damaged,
  linesOfFormat1,
  parseSnapshotLine,
  type SnapshotLine,
  stateLines,
} from './ledger-snapshot.ts'
import { JournalDamage } from './read-segment.ts'

/*
 * A snapshot is JSON Lines: its place in the journal, the state, and the SHA-256 of all lines before, in hex. It is
 * written and read in pieces, since the state may be longer than a text or the free memory.
 */

/** Place of a snapshot in the journal. */
export interface SnapshotPlace {
  readonly position: JournalPosition
  /** The first record whose segment has to be there still, with this snapshot as the newest. */
  readonly keepFrom: number
  readonly sealed: SealedSegment
}

type Place = Omit<SnapshotPlace, 'position'> & { format: number; q: number; b: number; h: string }

/** A snapshot whose hash fits. */
export interface Snapshot extends SnapshotPlace {
  readonly path: string
  readonly format: number
  /** Its first line, with the line feed. */
  readonly head: string
  readonly sha256: string
  readonly sizeBytes: number
}

/** A segment that never changes again, and its size. */
export interface SealedSegment {
  readonly name: string
  readonly size: number
}

export interface SnapshotName {
  readonly name: string
  readonly q: number
}

/** The snapshots among the entries of a folder, newest first. */
export function snapshotsAmong(entries: readonly string[]): readonly SnapshotName[] {
  return entries
    .flatMap((name) => {
      const q = /^snapshot-(\d{1,15})\.json$/.exec(name)?.[1]
      return q === undefined ? [] : [{ name, q: Number(q) }]
    })
    .sort((a, b) => b.q - a.q)
}

const format = 2
const knownFormats: readonly number[] = [1, format]
/** The hash and a line feed, at the end of the file. */
const hashBytes = 65

/** Bytes written and read at once. Tests take fewer. */
export const mostPieceBytes: number = 256 * 1024

export async function writeLedgerSnapshot(
  fs: Fs,
  folder: string,
  { position: { q, b, h }, keepFrom, sealed }: SnapshotPlace,
  state: LedgerState,
  writer: string,
  mostBytes: number = mostPieceBytes,
): Promise<void> {
  const place: Place = { format, q, b, h: h.toString('hex'), keepFrom, sealed }
  const pieces = snapshotPieces(`${JSON.stringify(place)}\n`, state, mostBytes)
  await replaceFileInPieces(fs, folder, `snapshot-${q}.json`, pieces, writer)
}

function* snapshotPieces(head: string, state: LedgerState, mostBytes: number): Iterable<Uint8Array> {
  const hash = createHash('sha256')
  for (const piece of toPieces(snapshotText(head, state), mostBytes)) {
    hash.update(piece)
    yield piece
  }
  yield* toPieces([`${hash.digest('hex')}\n`], mostBytes)
}

function* snapshotText(head: string, state: LedgerState): Iterable<string> {
  yield head
  for (const line of stateLines(state)) yield `${line}\n`
}

/** Gathers small texts and cuts large ones. A piece is valid until the next one is asked for. */
function* toPieces(texts: Iterable<string>, mostBytes: number): Iterable<Uint8Array> {
  const piece = Buffer.allocUnsafe(mostBytes)
  let used = 0
  for (const text of texts) {
    const bytes = Buffer.from(text)
    for (let from = 0; from < bytes.length; ) {
      const copied = bytes.copy(piece, used, from)
      from += copied
      used += copied
      if (used < mostBytes) continue
      yield piece
      used = 0
    }
  }
  if (used > 0) yield piece.subarray(0, used)
}

/** Whether a snapshot has this state, to the byte. */
export async function isStateOf(fs: Fs, snapshot: Snapshot, state: LedgerState): Promise<boolean> {
  if (snapshot.format === format) return hashOf(snapshot.head, state) === snapshot.sha256
  return hashOf('', await restoreSnapshot(fs, snapshot)) === hashOf('', state)
}

function hashOf(head: string, state: LedgerState): string {
  const hash = createHash('sha256')
  for (const piece of toPieces(snapshotText(head, state), mostPieceBytes)) hash.update(piece)
  return hash.digest('hex')
}

/** Reads a snapshot once, checks its hash and keeps the first line. @throws JournalDamage */
export async function readSnapshot(
  fs: Fs,
  folder: string,
  { name, q }: SnapshotName,
  mostBytes: number = mostPieceBytes,
): Promise<Snapshot> {
  const path = `${folder}/${name}`
  const refuse = (reason: string): JournalDamage => new JournalDamage(path, 0, 'snapshot', reason)
  const hash = createHash('sha256')
  let sizeBytes = 0
  let head = Buffer.alloc(0)
  let end = Buffer.alloc(0)
  for await (const piece of piecesOf(fs, path, 0, Number.POSITIVE_INFINITY, mostBytes)) {
    sizeBytes += piece.length
    if (head.length < mostHeadBytes && !head.includes(lineFeed)) head = Buffer.concat([head, piece])
    const unhashed = Buffer.concat([end, piece])
    const hashed = Math.max(0, unhashed.length - hashBytes)
    hash.update(unhashed.subarray(0, hashed))
    end = unhashed.subarray(hashed)
  }
  const sha256 = hash.digest('hex')
  if (end.toString('latin1') !== `${sha256}\n`) throw refuse('the SHA-256 does not fit')
  const line = head.toString('utf8', 0, head.indexOf(lineFeed) + 1)
  const place = JSON.parse(line) as Place
  if (!knownFormats.includes(place.format))
    throw refuse(`snapshot format ${place.format} is not known, expected ${knownFormats.join(' or ')}`)
  if (place.q !== q) throw refuse(`it says record ${place.q}, its name ${q}`)
  const position = { q: place.q, b: place.b, h: Buffer.from(place.h, 'hex') }
  const { format, keepFrom, sealed } = place
  return { path, format, head: line, sha256, sizeBytes, position, keepFrom, sealed }
}

/** @throws JournalDamage when a snapshot whose hash fits is no state all the same */
export async function restoreSnapshot(
  fs: Fs,
  snapshot: Snapshot,
  mostBytes: number = mostPieceBytes,
): Promise<LedgerState> {
  const reader = createStateReader()
  try {
    for await (const line of snapshot.format === 1 ? format1Lines(fs, snapshot) : linesOf(fs, snapshot, mostBytes))
      reader.add(line)
    return reader.finish()
  } catch (cause) {
    if (!(cause instanceof RiftlineError)) throw cause
    throw new JournalDamage(snapshot.path, 0, 'snapshot', cause.message, { cause })
  }
}

async function* linesOf(fs: Fs, snapshot: Snapshot, mostBytes: number): AsyncIterable<SnapshotLine> {
  const { from, to } = stateOf(snapshot)
  let begun: Buffer[] = []
  for await (const piece of piecesOf(fs, snapshot.path, from, to, mostBytes)) {
    let start = 0
    for (let end = piece.indexOf(lineFeed); end !== -1; end = piece.indexOf(lineFeed, start)) {
      yield parseSnapshotLine(Buffer.concat([...begun, piece.subarray(start, end)]).toString())
      begun = []
      start = end + 1
    }
    if (start < piece.length) begun.push(piece.subarray(start))
  }
}

async function* format1Lines(fs: Fs, snapshot: Snapshot): AsyncIterable<SnapshotLine> {
  const { from, to } = stateOf(snapshot)
  /* v8 ignore next -- takes a snapshot of over 512 MiB */
  if (to - from > constants.MAX_STRING_LENGTH)
    throw damaged(`a snapshot of format 1 may have ${constants.MAX_STRING_LENGTH} bytes, this one has ${to - from}`)
  yield* linesOfFormat1((await fs.read(snapshot.path, from, to - from)).toString())
}

function stateOf({ head, sizeBytes }: Snapshot): { readonly from: number; readonly to: number } {
  return { from: Buffer.byteLength(head), to: sizeBytes - hashBytes }
}

const lineFeed = 0x0a
const mostHeadBytes = 4096

async function* piecesOf(fs: Fs, path: string, from: number, to: number, mostBytes: number): AsyncIterable<Buffer> {
  for (let at = from; at < to; ) {
    const asked = Math.min(mostBytes, to - at)
    const piece = await fs.read(path, at, asked)
    if (piece.length > 0) yield piece
    if (piece.length < asked) return
    at += piece.length
  }
}

/** State at the place where reading the journal begins. */
export interface StartingPoint extends Pick<SnapshotPlace, 'position' | 'keepFrom'> {
  readonly state: LedgerState
  /** The segment that ends at the position; null at the start of the journal. */
  readonly sealed: SealedSegment | null
  /** The snapshot it came from; null: from nothing. */
  readonly snapshot: SnapshotName | null
  /** Newer snapshots that do not read, with the reason. */
  readonly damaged: readonly { readonly name: string; readonly reason: string }[]
}

/** The newest snapshot among the folder's entries whose hash fits, else the older one, else the empty ledger. */
export async function loadSnapshot(fs: Fs, folder: string, entries: readonly string[]): Promise<StartingPoint> {
  const damaged: { name: string; reason: string }[] = []
  for (const name of snapshotsAmong(entries)) {
    try {
      const snapshot = await readSnapshot(fs, folder, name)
      const { position, keepFrom, sealed } = snapshot
      const state = await restoreSnapshot(fs, snapshot)
      return { state, position, keepFrom, sealed, snapshot: name, damaged }
    } catch (error) {
      if (!(error instanceof JournalDamage)) throw error
      damaged.push({ name: name.name, reason: error.reason })
    }
  }
  return { state: createLedgerState(), position: journalStart, keepFrom: 1, sealed: null, snapshot: null, damaged }
}
