import { hash } from 'node:crypto'
import { type Fs, replaceFile } from './fs.ts'
import { JournalDamage } from './journal-damage.ts'
import type { JournalPosition } from './journal-position.ts'

/*
 * A snapshot has three lines: where it stands in the journal, the state, and the SHA-256 of both lines in hex.
 */

export interface Snapshot {
  readonly position: JournalPosition
  /** The first record whose segment has to be there still, with this snapshot as the newest. */
  readonly keepFrom: number
  /** The segment that ends at the position. */
  readonly sealed: SealedSegment
  /** The state as text, as `ledger-snapshot.ts` makes it. */
  readonly state: string
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

export function snapshotName(q: number): SnapshotName {
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

export async function writeSnapshot(fs: Fs, folder: string, snapshot: Snapshot, writer: string): Promise<void> {
  const { position, keepFrom, sealed, state } = snapshot
  const { q, b, h } = position
  const place: Place = { format, q, b, h: h.toString('hex'), keepFrom, sealed }
  const text = `${JSON.stringify(place)}\n${state}\n`
  await replaceFile(fs, folder, snapshotName(q).name, Buffer.from(`${text}${hash('sha256', text)}\n`), writer)
}

/** @throws JournalDamage */
export async function readSnapshot(fs: Fs, folder: string, { name, q }: SnapshotName): Promise<Snapshot> {
  const path = `${folder}/${name}`
  const bytes = await fs.read(path)
  const damaged = (reason: string): JournalDamage => new JournalDamage(path, 0, 'snapshot', reason)
  const hashAt = bytes.length - 65
  const said = bytes.toString('latin1', Math.max(0, hashAt))
  if (hashAt < 0 || said !== `${hash('sha256', bytes.subarray(0, hashAt))}\n`) throw damaged('the SHA-256 does not fit')
  const placeEnd = bytes.indexOf(0x0a)
  const place = JSON.parse(bytes.toString('utf8', 0, placeEnd)) as Place
  if (place.format !== format) throw damaged(`snapshot format ${place.format} is not known, expected ${format}`)
  if (place.q !== q) throw damaged(`it says record ${place.q}, its name ${q}`)
  return {
    position: { q: place.q, b: place.b, h: Buffer.from(place.h, 'hex') },
    keepFrom: place.keepFrom,
    sealed: place.sealed,
    state: bytes.toString('utf8', placeEnd + 1, hashAt - 1),
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
