import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Requests after which a connection is closed. Node's `maxRequestsPerSocket` would answer a further one without a body. */
const requestsPerConnection = 10_000

export type Connection = ReturnType<typeof newConnection>

function newConnection({ remoteAddress }: Socket) {
  const unanswered: (ServerResponse & { readonly headMs?: number })[] = []
  const unread: ServerResponse[] = []
  const closeListeners: (() => void)[] = []
  return {
    /** Address of the other end; null when it was gone before its first request was read. */
    peer: remoteAddress ?? null,
    requests: 0,
    /** Number of body chunks that cost more to hand out than to receive. */
    tinyChunks: 0,
    /** Whether nothing can be sent any more, so that answers that wait behind another one never leave. */
    isOver: false,
    /** Responses that are not sent yet, in order. */
    unanswered,
    /** Whether the connection closes after its last answer. */
    isLeaving: false,
    /** Number of requests that wait for a turn of their own. */
    waiting: 0,
    /** Waiting requests that may start only when the client has read earlier answers. */
    unread,
    /** Whether reading from the connection is paused. */
    isHeld: false,
    /** Whether the connection has a stream as its last answer. */
    isStreaming: false,
    /** Listeners of `onceClosed`, in the order in which they came. */
    closeListeners,
  }
}

const connections = new WeakMap<Socket, Connection>()

export function connectionOf(socket: Socket): Connection {
  const known = connections.get(socket)
  if (known !== undefined) return known
  const connection = newConnection(socket)
  connections.set(socket, connection)
  const { closeListeners } = connection
  socket.once('close', () => {
    for (let [listener] = closeListeners; listener !== undefined; [listener] = closeListeners) {
      listener()
      if (closeListeners[0] === listener) closeListeners.shift()
    }
  })
  return connection
}

/**
 * Calls a listener once when the socket has closed: a response that waits in a pipeline gets no `close` of its own.
 * Returns a function that removes the listener; it returns false if the listener was called or removed before.
 */
export function onceClosed({ closeListeners }: Connection, listener: () => void): () => boolean {
  closeListeners.push(listener)
  return () => {
    const index = closeListeners.indexOf(listener)
    if (index >= 0) closeListeners.splice(index, 1)
    return index >= 0
  }
}

/** Calls a listener when the client has gone, or sends nothing more. Returns a function that removes the listener. */
export function onceLeft(socket: Socket, listener: () => void): () => void {
  if (socket.readableEnded || socket.destroyed) listener()
  socket.on('end', listener).on('close', listener)
  return () => void socket.off('end', listener).off('close', listener)
}

const openSockets = new WeakMap<Server, Set<Socket>>()

/** Tracks a server's open connections for `openSocketsOf`. */
export function trackConnections(server: Server): void {
  const sockets = new Set<Socket>()
  openSockets.set(server, sockets)
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
}

export function openSocketsOf(server: Server): Iterable<Socket> {
  return openSockets.get(server) ?? []
}

/**
 * Closes the connections of a server that have no unanswered request, and each other one after its last answer. Node's
 * `closeIdleConnections` takes an ended answer for a sent one, and would cut off bytes that the kernel has not taken yet.
 */
export function closeWhenAnswered(server: Server): void {
  for (const socket of openSocketsOf(server)) {
    const connection = connectionOf(socket)
    connection.isLeaving = true
    if (connection.unanswered.length === 0 && isOpen(socket)) socket.destroySoon()
  }
}

/** Counts a request; true when its answer must be the last on this connection. */
export function countRequest(connection: Connection): boolean {
  connection.requests += 1
  return connection.requests >= requestsPerConnection
}

/** Whether bytes written now can still leave. A socket that has ended but is not destroyed yet takes no more. */
export function isOpen(socket: Socket): boolean {
  return !socket.destroyed && socket.writable
}

/**
 * Creates a check whether the client of a long call has gone. One that has closed its connection looks like one that only stopped sending,
 * until bytes are written to it: the first `102 Processing` makes its end refuse the line, and the next one shows that.
 */
export function createGone(request: IncomingMessage, response: ServerResponse): () => boolean {
  const { socket, httpVersion } = request
  return () => {
    // HTTP/1.0 knows no interim answers.
    if (socket.readableEnded && isOpen(socket) && httpVersion !== '1.0') response.writeProcessing()
    return !isOpen(socket)
  }
}

/** Whether all writes succeeded so far. A failed write shows here before the socket is destroyed. */
export function isAlive(socket: Socket): boolean {
  return !socket.destroyed && socket.errored === null
}

/** Drops a connection on which a request gets no answer. A connection that is already ending may still carry an earlier answer. */
export function abandon(socket: Socket): void {
  if (isOpen(socket)) socket.destroy()
}
