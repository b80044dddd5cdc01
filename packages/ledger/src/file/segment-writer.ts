import { type Fs, type FsFile, ifThere, replaceFile, writeFully } from '@riftline/base/node'
import { encodeHeader, headerBytes, type JournalPosition } from './batches.ts'

/** Turns a spare file of zeros into the segment after `after`. Its header and name are durable before the first batch. */
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
    /** Writes a batch. Resolves when the batch survives a power cut. */
    async write(batch: Uint8Array): Promise<void> {
      await writeFully(file, batch, end)
      end += batch.length
    },
    /** Cuts the segment to its end, durably. */
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
 * Prepares a file of zeros for a later segment. Zeros are written instead of left as a hole, or each sync of a batch would also update size
 * and blocks. Writing is slow, so it is done ahead, in parts, with batches in between. The next start removes a file that a crash left.
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
    // The first error is reported immediately; if closing fails too, nothing is lost with the file.
    drop().catch(() => {})
    throw error
  }
  return { drop, use: (after: JournalPosition) => openSegment(fs, folder, epoch, after, file, path) }
}

/** Name of a segment file: `journal-<epoch>-<sequence number of its first record>.rlj`. */
export interface SegmentName {
  readonly name: string
  readonly epoch: number
  readonly first: number
}

function segmentName(epoch: number, first: number): SegmentName {
  return { name: `journal-${epoch}-${first}.rlj`, epoch, first }
}

/** Segments among a folder's entries, in the order of their records; an empty segment precedes its successor. */
export function segmentsAmong(entries: readonly string[]): readonly SegmentName[] {
  return entries
    .flatMap((name) => {
      const [, epoch, first] = /^journal-(\d{1,15})-(\d{1,15})\.rlj$/.exec(name) ?? []
      return epoch === undefined || first === undefined ? [] : [{ name, epoch: Number(epoch), first: Number(first) }]
    })
    .sort((a, b) => a.first - b.first || a.epoch - b.epoch)
}

const epochFile = 'EPOCH'

/** Reads the epoch of the last process that opened the ledger; null when there is none. */
async function readEpoch(fs: Fs, folder: string): Promise<number | null> {
  const text = (await ifThere(fs.read(`${folder}/${epochFile}`)))?.toString().trim() ?? ''
  return /^\d{1,15}$/.test(text) ? Number(text) : null
}

/**
 * Takes the next epoch. No two holders share one, so no two segments share a name. Version 0.1.0 reads the
 * file once a second and stops when the number changes. @param writer token of the holder
 */
export async function raiseEpoch(fs: Fs, folder: string, writer: string): Promise<number> {
  const used = segmentsAmong(await fs.list(folder)).map(({ epoch }) => epoch)
  const epoch = Math.max((await readEpoch(fs, folder)) ?? 0, ...used) + 1
  await replaceFile(fs, folder, epochFile, Buffer.from(`${epoch}\n`), writer)
  return epoch
}
