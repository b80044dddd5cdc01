import type { Socket } from 'node:net'

/** After this many requests a connection is closed. `maxRequestsPerSocket` would answer a surplus one without a body. */
const requestsPerConnection = 10_000

interface Connection {
  requests: number
  readonly waiting: Set<() => void>
}

const connections = new WeakMap<Socket, Connection>()

/** Counts a request; true when its answer should be the last on this connection. */
export function countRequest(socket: Socket): boolean {
  const connection = connectionOf(socket)
  connection.requests += 1
  return connection.requests >= requestsPerConnection
}

/**
 * Calls back once when the socket has closed; gives a function that forgets the callback. One listener serves all calls of
 * a connection: a response that waits in a pipeline gets no `close` of its own.
 */
export function onceClosed(socket: Socket, callback: () => void): () => void {
  const { waiting } = connectionOf(socket)
  waiting.add(callback)
  return () => waiting.delete(callback)
}

/** Whether bytes written now can still leave. A socket that is ended but not yet destroyed takes no more. */
export function isOpen(socket: Socket): boolean {
  return !socket.destroyed && socket.writable
}

/** Drops a connection on which a request stays without an answer. One that is ending already may still carry another. */
export function abandon(socket: Socket): void {
  if (isOpen(socket)) socket.destroy()
}

function connectionOf(socket: Socket): Connection {
  const known = connections.get(socket)
  if (known !== undefined) return known
  const connection: Connection = { requests: 0, waiting: new Set() }
  connections.set(socket, connection)
  socket.once('close', () => {
    for (const callback of connection.waiting) callback()
    connection.waiting.clear()
  })
  return connection
}
