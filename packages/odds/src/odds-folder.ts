import { createHash, type Hash } from 'node:crypto'
import { type Fs, type FsFile, unlinkIfThere, writePieces } from '@riftline/base/node'
import { type SegmentRecord, segmentLines } from './segment.ts'

/**
 * Segments on disk, `<number>-<hash>.jsonl`. Several processes may add to one folder at the same time without a lock: a
 * segment is written beside, synced and moved to a name that only its own content can have, and never changed afterwards.
 */
export interface OddsFolder {
  /** Names of the segments, oldest first. */
  segments(): Promise<readonly string[]>
  read(name: string): Promise<Buffer>
  /** Adds a segment behind all others; it is durable when this resolves. */
  add(records: Iterable<SegmentRecord>): Promise<AddedSegment>
  remove(name: string): Promise<void>
  /** Removes what crashed imports left: unfinished files whose number is 64 behind the newest segment's. */
  removeLeftovers(): Promise<void>
}

export interface AddedSegment {
  readonly name: string
  readonly sizeBytes: number
}

const segmentName = /^[0-9]{10}-[0-9a-f]{16}\.jsonl$/
const unfinishedName = /^[0-9]{10}-[0-9]+\.tmp$/

/** Opens `odds` in a data folder and makes it, for its owner alone, where there is none. */
export async function openOddsFolder(fs: Fs, dataFolder: string): Promise<OddsFolder> {
  const folder = `${dataFolder}/odds`
  await fs.makeFolder(folder)
  await fs.syncFolder(dataFolder)
  const segments = async (): Promise<readonly string[]> =>
    (await fs.list(folder)).filter((name) => segmentName.test(name)).sort()

  return {
    segments,
    read: (name) => fs.read(`${folder}/${name}`),
    async add(records) {
      const number = String(numberOf((await segments()).at(-1)) + 1).padStart(10, '0')
      const [beside, file] = await createUnfinished(fs, `${folder}/${number}`)
      try {
        const hash = createHash('sha256')
        const sizeBytes = await writePieces(file, segmentPieces(records, hash))
        const name = `${number}-${hash.digest('hex').slice(0, 16)}.jsonl`
        await fs.rename(beside, `${folder}/${name}`)
        await fs.syncFolder(folder)
        return { name, sizeBytes }
      } catch (error) {
        await unlinkIfThere(fs, beside).catch(() => {})
        throw error
      }
    },
    remove: (name) => unlinkIfThere(fs, `${folder}/${name}`),
    async removeLeftovers() {
      const newest = numberOf((await segments()).at(-1))
      for (const name of await fs.list(folder)) {
        if (unfinishedName.test(name) && numberOf(name) <= newest - 64) await unlinkIfThere(fs, `${folder}/${name}`)
      }
    },
  }
}

/** A file that no other process writes to. */
async function createUnfinished(fs: Fs, prefix: string): Promise<readonly [path: string, file: FsFile]> {
  for (let attempt = 1; ; attempt++) {
    const path = `${prefix}-${attempt}.tmp`
    try {
      return [path, await fs.open(path, 'create')]
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
}

function numberOf(name: string | undefined): number {
  return Number(name?.slice(0, 10) ?? 0)
}

const pieceChars = 256 * 1024

/** A segment as it is written; the hash takes in each piece. */
function* segmentPieces(records: Iterable<SegmentRecord>, hash: Hash): Generator<Buffer> {
  let text = ''
  function takePiece(): Buffer {
    const piece = Buffer.from(text)
    hash.update(piece)
    text = ''
    return piece
  }
  for (const line of segmentLines(records)) {
    text += line
    if (text.length >= pieceChars) yield takePiece()
  }
  yield takePiece()
}
