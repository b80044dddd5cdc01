import type { Clock } from '../../clock.ts'
import type { Fs } from './fs.ts'

/** Whoever asks again within this time gets the same answer. */
const freshMs = 1000

/**
 * Whether a disk still takes so many bytes. Asked by anybody who likes, so the disk is not asked each time. A disk that does
 * not say is taken to have room: what is written tells the truth.
 */
export function createRoomCheck(fs: Fs, folder: string, bytes: number, clock: Clock): () => Promise<boolean> {
  let askedMs = Number.NEGATIVE_INFINITY
  let answer = Promise.resolve(true)
  return () => {
    const nowMs = clock.monotonicMs()
    if (nowMs - askedMs >= freshMs) {
      askedMs = nowMs
      answer = fs.freeBytes(folder).then(
        (free) => free >= bytes,
        () => true,
      )
    }
    return answer
  }
}
