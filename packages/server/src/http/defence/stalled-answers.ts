import { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { type Clock, systemTimers } from '@riftline/base/node'
import { connectionOf, onceClosed } from './connections.ts'

const patienceMs = 30_000
const sweepMs = 1000

/**
 * Responses that may take 30 s from their head to the last byte that the kernel takes: then their connection is destroyed,
 * which gives the charge back.
 */
export function watchAnswers(clock: Clock): typeof ServerResponse {
  /** When the head of each was written, the oldest first. */
  const waiting = new Map<ServerResponse, number>()
  let stop: (() => void) | null = null

  function sweep(): void {
    const latest = clock.monotonicMs() - patienceMs
    for (const [response, sinceMs] of waiting) {
      if (sinceMs > latest) return
      waiting.delete(response)
      response.req.socket.destroy()
    }
    stop?.()
    stop = null
  }

  function watch(response: ServerResponse): void {
    stop ??= systemTimers.every(sweepMs, sweep)
    waiting.set(response, clock.monotonicMs())
    const stopListening = onceClosed(connectionOf(response.req.socket), () => waiting.delete(response))
    response.on('close', () => {
      stopListening()
      waiting.delete(response)
    })
  }

  return class<Request extends IncomingMessage> extends ServerResponse<Request> {
    override writeHead(status: number, ...rest: never[]): this {
      const first = !this.headersSent
      super.writeHead(status, ...rest)
      if (first) watch(this)
      return this
    }
  }
}

/** Chunks below this cost more to hand out than to receive. */
const tinyBytes = 64
/** A body of the largest size, sent byte by byte, makes 64 of these. */
const countedAtOnce = 1024

/**
 * Requests that count the tiny chunks of their bodies: Node hands out each by itself, some 11,000 of a 64 KiB read, which
 * costs their sender next to nothing. @param onMany called once for every 1,024 of them
 */
export function countTinyChunks(onMany: (socket: Socket) => void): typeof IncomingMessage {
  return class extends IncomingMessage {
    override push(chunk: Buffer | null): boolean {
      // Bytes read from a connection before it was dropped are handed out all the same.
      if (this.socket.destroyed) return false
      if (chunk !== null && chunk.length < tinyBytes) {
        const connection = connectionOf(this.socket)
        connection.tinyChunks += 1
        if (connection.tinyChunks % countedAtOnce === 0) onMany(this.socket)
      }
      return super.push(chunk)
    }
  }
}
