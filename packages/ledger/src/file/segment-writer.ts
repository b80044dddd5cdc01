import { type Fs, type FsFile, ifThere, replaceFile, writeFully } from '@riftline/base/node'
import { encodeHeader, headerBytes, type JournalPosition } from './batches.ts'

/** Makes a file of zeros, whose writes sync, the segment behind `after`: header and name are there for good before the first batch. */
async function openSegment(fs: Fs, folder: string, epoch: number, after: JournalPosition, file: FsFile, path: string) {
  const segment = segmentName(epoch, after.q + 1)
  let end = headerBytes
  try {
    await writeFully(file, encodeHeader({ epoch, after }), 0)
    await file.sync()
    await fs.rename(path, `${folder}/${segment.name}`)
    await fs.syncFolder(folder)
  } catch (error) {
    await file.close()
    throw error
  }
  return {
    segment,
    end: () => end,
    /** Resolves when the batch survives a power cut. */
    async write(batch: Uint8Array): Promise<void> {
      await writeFully(file, batch, end)
      end += batch.length
    },
    /** Cuts the segment to its end, for good. */
    async seal(): Promise<void> {
      try {
        await file.truncate(end)
        await file.sync()
      } finally {
        await file.close()
      }
    },
    abandon: () => file.close(),
  }
}

export type SegmentWriter = Awaited<ReturnType<typeof openSegment>>
export type SpareSegment = Awaited<ReturnType<typeof makeSpare>>

const zeros = Buffer.alloc(262_144)

/**
 * Makes a file of zeros that is to become a segment. Zeros are written, not left as a hole: the sync of a batch then has neither size nor blocks to note. That takes long,
 * so it is done ahead and in parts, between which batches are written. The next start removes what a crash leaves of
 * it.
 */
export async function makeSpare(fs: Fs, folder: string, epoch: number, sizeBytes: number) {
  const path = `${folder}/spare-${epoch}.tmp`
  const file = await fs.open(path, 'create-synced')
  const drop = async (): Promise<void> => {
    await file.close()
    await fs.unlink(path).catch(() => {})
  }
  try {
    for (let at = 0; at < Math.max(sizeBytes, headerBytes); at += zeros.length) {
      await writeFully(file, zeros.subarray(0, Math.min(zeros.length, sizeBytes - at)), at)
    }
  } catch (error) {
    // The first error is reported, and at once; where closing fails too, nothing is lost with the file.
    drop().catch(() => {})
    throw error
  }
  return { drop, use: (after: JournalPosition) => openSegment(fs, folder, epoch, after, file, path) }
}

/** A segment file: `journal-<epoch>-<sequence number of its first record>.rlj`. */
export interface SegmentName {
  readonly name: string
  readonly epoch: number
  readonly first: number
}

function segmentName(epoch: number, first: number): SegmentName {
  return { name: `journal-${epoch}-${first}.rlj`, epoch, first }
}

/** The segments among the entries of a folder, in the order of their records; one without records before its successor. */
export function segmentsAmong(entries: readonly string[]): readonly SegmentName[] {
  return entries
    .flatMap((name) => {
      const [, epoch, first] = /^journal-(\d{1,15})-(\d{1,15})\.rlj$/.exec(name) ?? []
      return epoch === undefined || first === undefined ? [] : [{ name, epoch: Number(epoch), first: Number(first) }]
    })
    .sort((a, b) => a.first - b.first || a.epoch - b.epoch)
}

const epochFile = 'EPOCH'

/** The epoch of the last process that opened the ledger; null where there is none. */
async function readEpoch(fs: Fs, folder: string): Promise<number | null> {
  const text = (await ifThere(fs.read(`${folder}/${epochFile}`)))?.toString().trim() ?? ''
  return /^\d{1,15}$/.test(text) ? Number(text) : null
}

/**
 * Takes the next epoch; no two holders have one number, so no two segments have one name. Version 0.1.0 looks at the
 * file once a second and stops when it has another number. `writer`: the token of the holder.
 */
export async function raiseEpoch(fs: Fs, folder: string, writer: string): Promise<number> {
  const used = segmentsAmong(await fs.list(folder)).map(({ epoch }) => epoch)
  const epoch = Math.max((await readEpoch(fs, folder)) ?? 0, ...used) + 1
  await replaceFile(fs, folder, epochFile, Buffer.from(`${epoch}\n`), writer)
  return epoch
}
