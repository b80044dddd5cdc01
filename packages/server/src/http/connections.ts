import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** After this many requests a connection is closed. `maxRequestsPerSocket` would answer a surplus one without a body. */
const requestsPerConnection = 10_000

/** What one socket carries. */
export interface Connection {
  /** The other end's address; null when it went before its first request was read. */
  readonly peer: string | null
  requests: number
  /** Whether bytes written now cannot leave any more, so that no answer that waits behind another will have its turn. */
  isOver: boolean
  /** Answers that have not left yet, in the order in which they must. */
  readonly unanswered: ServerResponse[]
  /** How many of its requests wait for a turn of their own. */
  waiting: number
  /**
   * Called once when the socket has closed. One listener serves all calls of a connection: a response that waits in a
   * pipeline gets no `close` of its own.
   */
  readonly onClose: Set<() => void>
}

const connections = new WeakMap<Socket, Connection>()

export function connectionOf(socket: Socket): Connection {
  const known = connections.get(socket)
  if (known !== undefined) return known
  const peer = socket.remoteAddress ?? null
  const onClose = new Set<() => void>()
  const connection: Connection = { peer, requests: 0, isOver: false, unanswered: [], waiting: 0, onClose }
  connections.set(socket, connection)
  socket.once('close', () => {
    for (const callback of connection.onClose) callback()
    connection.onClose.clear()
  })
  return connection
}

/** Counts a request; true when its answer should be the last on this connection. */
export function countRequest(connection: Connection): boolean {
  connection.requests += 1
  return connection.requests >= requestsPerConnection
}

/** Whether bytes written now can still leave. A socket that is ended but not yet destroyed takes no more. */
export function isOpen(socket: Socket): boolean {
  return !socket.destroyed && socket.writable
}

/** Whether nothing went wrong with what was written so far. A write that failed tells before the socket is destroyed. */
export function isAlive(socket: Socket): boolean {
  return !socket.destroyed && socket.errored === null
}

/** Drops a connection on which a request stays without an answer. One that is ending already may still carry another. */
export function abandon(socket: Socket): void {
  if (isOpen(socket)) socket.destroy()
}
