import { type IncomingMessage, ServerResponse } from 'node:http'
import { type Clock, systemTimers, type Timers } from '@riftline/base/node'
import { connectionOf } from './connections.ts'
import { type Link, LinkedList } from './linked-list.ts'

type OnSocket = { readonly request: { readonly socket: { destroy(): unknown } } }

/** Answers on their way to a client that may not read them. */
export interface StalledAnswers {
  begin(exchange: OnSocket): Link<WaitingAnswer>
  /** The answer has ended, one way or the other. */
  end(waiting: Link<WaitingAnswer>): void
}

interface WaitingAnswer {
  readonly exchange: OnSocket
  readonly sinceMs: number
}

const patienceMs = 30_000
const sweepMs = 1000

/** Destroys the connection of an answer that takes over 30 s, which gives its charge back. One sweep serves them all. */
export function createStalledAnswers(clock: Clock, timers: Pick<Timers, 'every'> = systemTimers): StalledAnswers {
  const waiting = new LinkedList<WaitingAnswer>()
  let stop: (() => void) | null = null

  const sweep = (): void => {
    const latest = clock.monotonicMs() - patienceMs
    let link = waiting.first
    for (; link?.value != null && link.value.sinceMs <= latest; link = waiting.first) {
      link.value.exchange.request.socket.destroy()
      waiting.remove(link)
    }
    if (link !== null) return
    stop?.()
    stop = null
  }

  return {
    begin(exchange) {
      stop ??= timers.every(sweepMs, sweep)
      return waiting.add({ exchange, sinceMs: clock.monotonicMs() })
    },
    end: (link) => waiting.remove(link),
  }
}

/** Responses that wait from their head to the last byte that the kernel takes; a socket that closes ends all of its own. */
export function watchAnswers(stalled: StalledAnswers): typeof ServerResponse {
  return class<Request extends IncomingMessage> extends ServerResponse<Request> {
    override writeHead(status: number, ...rest: never[]): this {
      const first = !this.headersSent
      super.writeHead(status, ...rest)
      if (first) watch(stalled, this)
      return this
    }
  }
}

function watch(stalled: StalledAnswers, response: ServerResponse): void {
  const { req } = response
  const { onClose } = connectionOf(req.socket)
  const waiting = stalled.begin({ request: req })
  const gone = onClose.add(() => stalled.end(waiting))
  response.on('close', () => {
    onClose.remove(gone)
    stalled.end(waiting)
  })
}
