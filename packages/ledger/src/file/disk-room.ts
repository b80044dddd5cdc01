import type { Clock, Fs } from '@riftline/base/node'

/** Within this time the answer is not asked for again. */
const freshMs = 1000

/**
 * Whether a disk has room for so many bytes. Callers ask often, so the disk is not asked each time. A disk that gives no
 * answer is taken to have room: a write shows it where there is none.
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
