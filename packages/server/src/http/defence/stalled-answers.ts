import { IncomingMessage, type Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { type Clock, systemTimers } from '@riftline/base/node'
import { connectionOf, openSocketsOf } from './connections.ts'

const patienceMs = 30_000
const sweepMs = 1000

/** Responses that note when their head was written. */
export function timedResponses(clock: Clock): typeof ServerResponse {
  return class<Request extends IncomingMessage> extends ServerResponse<Request> {
    headMs: number | undefined

    override writeHead(status: number, ...rest: never[]): this {
      if (!this.headersSent) this.headMs = clock.monotonicMs()
      return super.writeHead(status, ...rest)
    }
  }
}

/**
 * Destroys connections whose next answer takes over 30 s from its head to the last byte that the kernel takes; its charge is then
 * refunded. Connections are looked through: a map of all open responses would keep answered ones in memory until a full collection.
 */
export function endUnreadConnections(server: Server, clock: Clock): void {
  const stop = systemTimers.every(sweepMs, () => {
    const latest = clock.monotonicMs() - patienceMs
    for (const socket of openSocketsOf(server)) {
      const { unanswered, isStreaming } = connectionOf(socket)
      const [next] = unanswered
      // A stream goes on, and has a limit of its own.
      if (!isStreaming && next?.headMs !== undefined && next.headMs <= latest) socket.destroy()
    }
  })
  server.once('close', stop)
}

/** Size below which a chunk costs more to hand out than to receive. */
const tinyBytes = 64
/** Number of tiny chunks counted at once; the largest body, sent byte by byte, makes 64 times as many. */
const countedAtOnce = 1024

/**
 * Requests that count the tiny chunks of their bodies. Node hands out each chunk by itself, some 11,000 of a 64 KiB read, which
 * cost their sender next to nothing. @param onMany called once for every 1,024 tiny chunks
 */
export function countTinyChunks(onMany: (socket: Socket) => void): typeof IncomingMessage {
  return class extends IncomingMessage {
    override push(chunk: Buffer | null): boolean {
      // Node hands out bytes that were read from a connection before it was dropped.
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
