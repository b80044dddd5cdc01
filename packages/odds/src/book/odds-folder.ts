import { createHash, type Hash } from 'node:crypto'
import { type Fs, type FsFile, unlinkIfThere, writePieces } from '@riftline/base/node'
import { type SegmentRecord, segmentLines } from './odds-segment.ts'

/**
 * Segments on disk, `<number>-<hash>.jsonl`. Several processes may add to one folder at the same time without a lock: a segment is
 * written to a temporary file, synced and renamed to a name made of its own hash, and never changes afterwards.
 */
export interface OddsFolder {
  /** Names of the segments, oldest first. */
  segments(): Promise<readonly string[]>
  read(name: string): Promise<Buffer>
  /** Adds a segment as the newest; it is durable when this resolves. */
  add(records: Iterable<SegmentRecord>): Promise<AddedSegment>
  remove(name: string): Promise<void>
  /** Removes unfinished files of crashed imports, once their number is 64 behind the newest segment's. */
  removeLeftovers(): Promise<void>
}

export interface AddedSegment {
  readonly name: string
  readonly sizeBytes: number
}

const segmentName = /^[0-9]{10}-[0-9a-f]{16}\.jsonl$/
const unfinishedName = /^[0-9]{10}-[0-9]+\.tmp$/

/** Opens the folder `odds` of a data folder; creates it, readable by its owner only, if it is missing. */
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

/** Creates a temporary file under a name that no other process uses. */
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

/** Yields a segment in pieces and updates the hash with each. */
function* segmentPieces(records: Iterable<SegmentRecord>, hash: Hash): Generator<Buffer> {
  let text = ''
  function flush(): Buffer {
    const piece = Buffer.from(text)
    hash.update(piece)
    text = ''
    return piece
  }
  for (const line of segmentLines(records)) {
    text += line
    if (text.length >= pieceChars) yield flush()
  }
  yield flush()
}
