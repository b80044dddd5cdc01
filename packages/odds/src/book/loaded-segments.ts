import { createHash, type Hash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { errorFields, type Fs, type FsFile, isMissing, type Log, unlinkIfThere, writePieces } from '@riftline/base/node'
import { openOddsArchive } from './odds-archive.ts'
import { OddsBook } from './odds-book.ts'
import { isWholeSegment, readOddsSegment, type SegmentRecord, segmentLines } from './stored-snapshot.ts'

export interface LoadedSegments {
  readonly book: OddsBook
  /** Size in bytes by name. Null marks a damaged segment, which compaction never replaces. */
  readonly segments: Map<string, number | null>
  /** Names of segments that could not be read; each read tries them again. */
  readonly unreadable: Set<string>
}

export function noSegments(): LoadedSegments {
  return { book: new OddsBook(), segments: new Map(), unreadable: new Set() }
}

/** Reads segments that other processes added; reads all segments again if one of them replaced some. */
export async function readNewSegments(loaded: LoadedSegments, folder: OddsFolder, log: Log): Promise<LoadedSegments> {
  for (let attempt = 1; ; attempt++) {
    const names = await folder.segments()
    const there = new Set(names)
    const result = [...loaded.segments.keys()].every((name) => there.has(name)) ? loaded : noSegments()
    try {
      for (const name of names) if (!result.segments.has(name)) await readInto(result, name, folder, log)
      return result
    } catch (error) {
      // Another process replaced the segment between the listing and the read.
      if (!isMissing(error) || attempt === 5) throw error
    }
  }
}

/** Adds a segment to the book, without damaged lines. An unfinished segment was never reported as imported, so it adds nothing. */
async function readInto(loaded: LoadedSegments, name: string, folder: OddsFolder, log: Log): Promise<void> {
  const bytes = await folder.read(name).catch((error: unknown) => {
    if (isMissing(error)) throw error
    if (!loaded.unreadable.has(name))
      log({ level: 'error', event: 'odds_segment_unreadable', name, ...errorFields(error) })
    loaded.unreadable.add(name)
    return null
  })
  if (bytes === null) return
  loaded.unreadable.delete(name)

  const isWhole = isWholeSegment(bytes)
  const records: SegmentRecord[] = []
  const damagedLines: number[] = []
  let count = 0
  for (const record of isWhole ? readOddsSegment(bytes) : []) {
    if ('damaged' in record) damagedLines.push(record.damaged)
    else records.push(record)
    count += 1
    if (count % recordsPerTurn === 0) await setImmediate()
  }
  // Added without awaiting, so that no reader sees half a segment.
  for (const record of records) {
    if ('snapshot' in record) loaded.book.add(record.snapshot)
    else loaded.book.addDropped(record.dropped)
  }
  const isSound = isWhole && damagedLines.length === 0
  loaded.segments.set(name, isSound ? bytes.length : null)
  const lines = damagedLines.slice(0, 20)
  if (!isSound) log({ level: 'error', event: 'odds_segment_damaged', name, isWhole, lines })
}

const recordsPerTurn = 200

/**
 * Replaces many segments by one, without snapshots that no answer of now needs. These are durable in the archive before a segment with
 * them is removed, so a crash can only leave them in both. Another process may do the same at once without loss.
 */
export async function compactSegments(
  { book, segments }: LoadedSegments,
  folder: OddsFolder,
  now: number,
): Promise<void> {
  // The book forgets which snapshots of a past match it removed, so a feed may have added them again.
  await folder.archive.add([...book.excess(now)], (esportsMatchId) => book.isPast(esportsMatchId, now))
  book.thin(now)
  const replaced = soundSegments(segments).map(([name]) => name)
  const added = await folder.add(book.records())
  for (const name of replaced) {
    segments.delete(name)
    await folder.remove(name)
  }
  segments.set(added.name, added.sizeBytes)
  await folder.removeLeftovers()
}

const mostSegments = 64
const worthBytes = 16 * 1024 * 1024

/** Whether there are so many segments that reads are slow, or the newer ones together exceed the largest. */
export function isWorthCompacting({ segments }: LoadedSegments): boolean {
  const sizes = soundSegments(segments).map(([, size]) => size)
  const largest = Math.max(...sizes)
  const others = sizes.reduce((sum, size) => sum + size, 0) - largest
  return sizes.length >= mostSegments || others > Math.max(worthBytes, largest)
}

function soundSegments(segments: ReadonlyMap<string, number | null>): readonly (readonly [string, number])[] {
  return [...segments].flatMap(([name, size]) => (size === null ? [] : [[name, size] as const]))
}

type OddsFolder = Awaited<ReturnType<typeof openOddsFolder>>

const segmentName = /^[0-9]{10}-[0-9a-f]{16}\.jsonl$/
const unfinishedName = /^[0-9]{10}-[0-9]+\.tmp$/

/**
 * Opens the folder `odds` of a data folder; creates it, readable by its owner only, if it is missing. Its segments are files
 * `<number>-<hash>.jsonl`. Several processes may add at the same time without a lock: a segment is written to a temporary file,
 * synced and renamed to a name made of its own hash, and never changes afterwards.
 */
export async function openOddsFolder(fs: Fs, dataFolder: string, log: Log) {
  const folder = `${dataFolder}/odds`
  await fs.makeFolder(folder)
  await fs.syncFolder(dataFolder)
  const segments = async (): Promise<readonly string[]> =>
    (await fs.list(folder)).filter((name) => segmentName.test(name)).sort()

  return {
    archive: openOddsArchive(fs, folder, log),
    /** Names of the segments, oldest first. */
    segments,
    read: (name: string) => fs.read(`${folder}/${name}`),
    /** Adds a segment as the newest; it is durable when this resolves. */
    async add(records: Iterable<SegmentRecord>) {
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
    remove: (name: string) => unlinkIfThere(fs, `${folder}/${name}`),
    /** Removes unfinished files of crashed imports, once their number is 64 behind the newest segment's. */
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
