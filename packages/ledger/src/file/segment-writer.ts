import { type Fs, type FsFile, writeFully } from '@riftline/base/node'
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

/** Makes a file of zeros, whose writes sync, the segment behind `after`: header and name are there for good before the first batch. */
export async function openSegment(
  fs: Fs,
  folder: string,
  epoch: number,
  after: JournalPosition,
  { file, path }: { readonly file: FsFile; readonly path: string },
): Promise<SegmentWriter> {
  const segment = segmentName(epoch, after.q + 1)
  try {
    const header = encodeHeader({ epoch, after })
    await writeFully(file, header, 0)
    await file.sync()
    await fs.rename(path, `${folder}/${segment.name}`)
    await fs.syncFolder(folder)
    return toWriter(file, segment, header.length)
  } catch (error) {
    await file.close()
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
