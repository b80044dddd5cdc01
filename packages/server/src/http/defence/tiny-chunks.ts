import { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { connectionOf } from './connections.ts'

/** Chunks below this cost more to hand out than to receive. */
const tinyBytes = 64
/** A body of the largest size, sent byte by byte, makes 64 of these. */
const countedAtOnce = 1024

/**
 * Requests that count the tiny chunks of their connection's bodies. Node hands out each chunk by itself, some 11,000 of a
 * 64 KiB read at a byte each: work that costs its sender next to nothing, key or no key, whether the body is read or drained.
 *
 * @param onMany called once for every 1,024 of them
 */
export function countTinyChunks(onMany: (socket: Socket) => void): typeof IncomingMessage {
  function count(socket: Socket): void {
    const connection = connectionOf(socket)
    connection.tinyChunks += 1
    if (connection.tinyChunks % countedAtOnce === 0) onMany(socket)
  }

  return class extends IncomingMessage {
    override push(chunk: Buffer | null): boolean {
      // Bytes read from a connection before it was dropped are handed out all the same.
      if (this.socket.destroyed) return false
      if (chunk !== null && chunk.length < tinyBytes) count(this.socket)
      return super.push(chunk)
    }
  }
}
