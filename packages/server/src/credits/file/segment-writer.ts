import { type Fs, type FsFile, writeFully } from './fs.ts'
import type { JournalPosition } from './journal-position.ts'
import { encodeHeader } from './segment-header.ts'
import { type SegmentName, segmentName } from './segment-name.ts'

/** The segment that batches go to. */
export interface SegmentWriter {
  readonly segment: SegmentName
  /** Where the next batch goes. */
  end(): number
  /** Resolves when the batch survives a power cut. */
  write(batch: Uint8Array): Promise<void>
  /** Cuts the segment to its end, for good. */
  seal(): Promise<void>
  /** Lets the file go as it is. */
  abandon(): Promise<void>
}

const zeros = Buffer.alloc(1_048_576)

/**
 * A new segment that is whole, zeros and all, and has its name for good before the first batch goes to it. The zeros are
 * written, not left as a hole: `datasync` then has neither a size nor blocks to note.
 */
export async function createSegment(
  fs: Fs,
  folder: string,
  epoch: number,
  after: JournalPosition,
  sizeBytes: number,
): Promise<SegmentWriter> {
  const segment = segmentName(epoch, after.q + 1)
  const path = `${folder}/${segment.name}`
  const file = await fs.open(path, 'create')
  try {
    const header = encodeHeader({ epoch, after })
    await writeFully(file, header, 0)
    for (let at = header.length; at < sizeBytes; at += zeros.length)
      await writeFully(file, zeros.subarray(0, Math.min(zeros.length, sizeBytes - at)), at)
    await file.sync()
    await fs.syncFolder(folder)
    return toWriter(file, segment, header.length)
  } catch (error) {
    await file.close()
    // Nothing was ever in it; on a full disk every start would leave another one.
    await fs.unlink(path).catch(() => {})
    throw error
  }
}

function toWriter(file: FsFile, segment: SegmentName, start: number): SegmentWriter {
  let end = start
  return {
    segment,
    end: () => end,
    async write(batch) {
      await writeFully(file, batch, end)
      await file.datasync()
      end += batch.length
    },
    async seal() {
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
