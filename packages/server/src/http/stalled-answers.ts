import type { Socket } from 'node:net'
import type { Clock } from '../clock.ts'
import { type Every, every } from '../limits/event-loop-lag.ts'

/** Answers on their way to a client that may not read them. */
export interface StalledAnswers {
  /** Gives a function that says the answer has ended, one way or the other. */
  watch(socket: Socket): () => void
}

const patienceMs = 30_000
const sweepMs = 1000

/**
 * Destroys the connection of an answer that has neither finished nor closed within 30 s, which gives its charge back. One
 * sweep for all, and none while nothing is on its way.
 */
export function createStalledAnswers(clock: Clock, repeat: Every = every): StalledAnswers {
  /** In the order of their times. */
  const waiting = new Set<{ readonly sinceMs: number; readonly socket: Socket }>()
  let stop: (() => void) | null = null

  const sweep = (): void => {
    const latest = clock.monotonicMs() - patienceMs
    for (const answer of waiting) {
      if (answer.sinceMs > latest) break
      waiting.delete(answer)
      answer.socket.destroy()
    }
    if (waiting.size > 0) return
    stop?.()
    stop = null
  }

  return {
    watch(socket) {
      const answer = { sinceMs: clock.monotonicMs(), socket }
      waiting.add(answer)
      stop ??= repeat(sweepMs, sweep)
      return () => waiting.delete(answer)
    },
  }
}
