import { type Fs, writeFully } from '@riftline/base/node'
import type { JournalPosition } from './journal-position.ts'
import { headerBytes } from './segment-header.ts'
import { openSegment, type SegmentWriter } from './segment-writer.ts'

/** A file of zeros that is to become a segment. */
export interface SpareSegment {
  /** Makes it the segment behind `after`, for good, before the first batch goes to it. */
  use(after: JournalPosition): Promise<SegmentWriter>
  /** Removes the file. */
  drop(): Promise<void>
}

const zeros = Buffer.alloc(262_144)

/**
 * Zeros are written, not left as a hole: the sync of a batch then has neither a size nor blocks to note. It takes many times
 * as long as a batch, so it is done ahead of need, and in parts, between which the disk is free for batches. What a crash
 * leaves of it has the ending of all files that the next start removes.
 */
export async function makeSpare(fs: Fs, folder: string, epoch: number, sizeBytes: number): Promise<SpareSegment> {
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
  return { drop, use: (after) => openSegment(fs, folder, epoch, after, { file, path }) }
}
