import { type Clock, systemTimers, type Timers } from '@riftline/ledger'

type OnSocket = { readonly request: { readonly socket: { destroy(): unknown } } }

/** Answers on their way to a client that may not read them. */
export interface StalledAnswers {
  begin(exchange: OnSocket): void
  /** The answer has ended, one way or the other. */
  end(exchange: OnSocket): void
}

const patienceMs = 30_000
const sweepMs = 1000

/** Destroys the connection of an answer that takes over 30 s, which gives its charge back. One sweep serves them all. */
export function createStalledAnswers(clock: Clock, timers: Pick<Timers, 'every'> = systemTimers): StalledAnswers {
  /** Since when, in the order of these times. */
  const waiting = new Map<OnSocket, number>()
  let stop: (() => void) | null = null

  const sweep = (): void => {
    const latest = clock.monotonicMs() - patienceMs
    for (const [exchange, sinceMs] of waiting) {
      if (sinceMs > latest) break
      waiting.delete(exchange)
      exchange.request.socket.destroy()
    }
    if (waiting.size > 0) return
    stop?.()
    stop = null
  }

  return {
    begin(exchange) {
      waiting.set(exchange, clock.monotonicMs())
      stop ??= timers.every(sweepMs, sweep)
    },
    end: (exchange) => waiting.delete(exchange),
  }
}
