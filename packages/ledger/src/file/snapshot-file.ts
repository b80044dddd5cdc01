import { createHash } from 'node:crypto'
import { RiftlineError } from '@riftline/base'
import { type Fs, replaceFileInPieces } from '@riftline/base/node'
import type { LedgerState } from '../rules/ledger-state.ts'
import { JournalDamage } from './journal-damage.ts'
import type { JournalPosition } from './journal-position.ts'
import { createStateReader, stateParts } from './ledger-snapshot.ts'

/*
 * A snapshot has three lines: where it stands in the journal, the state, and the SHA-256 of both lines in hex. It is
 * written and read in pieces, since the state may be longer than a text can be, or than memory has room for beside it.
 */

/** Where a snapshot stands in the journal. */
export interface SnapshotPlace {
  readonly position: JournalPosition
  /** The first record whose segment has to be there still, with this snapshot as the newest. */
  readonly keepFrom: number
  /** The segment that ends at the position. */
  readonly sealed: SealedSegment
}

/** A snapshot whose hash fits. */
export interface Snapshot extends SnapshotPlace {
  readonly path: string
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
  /** The last record in it. */
  readonly q: number
}

function snapshotName(q: number): SnapshotName {
  return { name: `snapshot-${q}.json`, q }
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

const format = 1
/** Of a file's end: the hash and a line feed. */
const hashBytes = 65

/** What is written and read at once. Tests take less. */
export const mostPieceBytes: number = 256 * 1024

export async function writeSnapshot(
  fs: Fs,
  folder: string,
  { position: { q, b, h }, keepFrom, sealed }: SnapshotPlace,
  state: LedgerState,
  writer: string,
  mostBytes: number = mostPieceBytes,
): Promise<void> {
  const place: Place = { format, q, b, h: h.toString('hex'), keepFrom, sealed }
  const pieces = snapshotPieces(`${JSON.stringify(place)}\n`, state, mostBytes)
  await replaceFileInPieces(fs, folder, snapshotName(q).name, pieces, writer)
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
  yield* stateParts(state)
  yield '\n'
}

/** Gathers small texts and cuts large ones. A piece is there until the next is asked for. */
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

/** Whether a state is what a snapshot has, to the byte. */
export function isStateOf({ head, sha256 }: Snapshot, state: LedgerState): boolean {
  const hash = createHash('sha256')
  for (const piece of toPieces(snapshotText(head, state), mostPieceBytes)) hash.update(piece)
  return hash.digest('hex') === sha256
}

/** Reads all of it once, and keeps the first line. @throws JournalDamage */
export async function readSnapshot(
  fs: Fs,
  folder: string,
  { name, q }: SnapshotName,
  mostBytes: number = mostPieceBytes,
): Promise<Snapshot> {
  const path = `${folder}/${name}`
  const damaged = (reason: string): JournalDamage => new JournalDamage(path, 0, 'snapshot', reason)
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
  if (end.toString('latin1') !== `${sha256}\n`) throw damaged('the SHA-256 does not fit')
  const line = head.toString('utf8', 0, head.indexOf(lineFeed) + 1)
  const place = JSON.parse(line) as Place
  if (place.format !== format) throw damaged(`snapshot format ${place.format} is not known, expected ${format}`)
  if (place.q !== q) throw damaged(`it says record ${place.q}, its name ${q}`)
  const position = { q: place.q, b: place.b, h: Buffer.from(place.h, 'hex') }
  return { path, head: line, sha256, sizeBytes, position, keepFrom: place.keepFrom, sealed: place.sealed }
}

/** @throws JournalDamage when a snapshot whose hash fits is no state all the same */
export async function restoreSnapshot(
  fs: Fs,
  { path, head, sizeBytes }: Snapshot,
  mostBytes: number = mostPieceBytes,
): Promise<LedgerState> {
  const reader = createStateReader()
  const [from, to] = [Buffer.byteLength(head), sizeBytes - hashBytes - 1]
  try {
    for await (const piece of piecesOf(fs, path, from, to, mostBytes)) reader.push(piece)
    return reader.finish()
  } catch (cause) {
    if (!(cause instanceof RiftlineError)) throw cause
    throw new JournalDamage(path, 0, 'snapshot', cause.message, { cause })
  }
}

const lineFeed = 0x0a
const mostHeadBytes = 4096

/** A file's bytes from one place to another, or to its end. */
async function* piecesOf(fs: Fs, path: string, from: number, to: number, mostBytes: number): AsyncIterable<Buffer> {
  for (let at = from; at < to; ) {
    const asked = Math.min(mostBytes, to - at)
    const piece = await fs.read(path, at, asked)
    if (piece.length > 0) yield piece
    if (piece.length < asked) return
    at += piece.length
  }
}

interface Place {
  readonly format: number
  readonly q: number
  readonly b: number
  readonly h: string
  readonly keepFrom: number
  readonly sealed: SealedSegment
}
