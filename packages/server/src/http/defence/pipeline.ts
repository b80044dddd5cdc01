import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { type Connection, connectionOf } from './connections.ts'

/** With so many unanswered requests a connection is not read on; 100 in one packet are legal all the same. */
const holdAt = 32
const most = 128
/** At most this many requests of a connection run at the same time. */
const atOnce = 8
/** At most this many requests that wait start in a turn of the event loop, of all connections together. */
const perTurn = 32
/** With more bytes of its answers that the kernel has not taken, no further request of a connection starts. */
const mostUnsentBytes = 65_536

/**
 * Counts a request until its answer has left; false for one too many. Node hands out every request of the 64 KiB that it
 * reads at a time, close to two thousand, and no pause ends that: only a count of those unanswered does.
 */
export function joinPipeline(connection: Connection, response: ServerResponse): boolean {
  const { unanswered } = connection
  if (unanswered.length === most) return false
  unanswered.push(response)
  response.on('close', leavePipeline)
  holdOrRelease(response.req.socket, connection)
  return true
}

type Turns = (connection: Connection, request: IncomingMessage, response: ServerResponse) => void

/**
 * Runs requests far back in their pipelines a few at a time, in turns of the event loop between which everybody else is
 * served. Requests of a client that does not read wait until it does, since their answers would fill the memory. Meanwhile
 * nothing more is read of it: Node aborts what is unanswered at a FIN, and a byte that is no HTTP ends the connection.
 */
export function inTurns(app: RequestListener): Turns {
  const waiting = new Set<ServerResponse>()

  function wait(response: ServerResponse): void {
    if (waiting.size === 0) setImmediate(runSome)
    waiting.add(response)
  }

  function runSome(): void {
    let left = perTurn
    for (const response of waiting) {
      if (left === 0) break
      waiting.delete(response)
      if (!startsNow(response)) continue
      left -= 1
      start(response)
    }
    if (waiting.size > 0) setImmediate(runSome)
  }

  function start(response: ServerResponse): void {
    const { req } = response
    const { socket } = req
    const connection = connectionOf(socket)
    if (!socket.destroyed) app(req, response)
    const [next] = connection.unread
    if (next !== undefined) waiting.add(next)
    // Their bodies are taken at the end of a turn: a FIN read before that would abort them.
    void endOfTurn().then(() => {
      connection.waiting -= 1
      holdOrRelease(socket, connection)
    })
  }

  function goOn(this: ServerResponse): void {
    const [next] = connectionOf(this.req.socket).unread
    if (next !== undefined) wait(next)
  }

  return (connection, request, response) => {
    response.on('close', goOn)
    const isFree = connection.waiting === 0 && connection.unanswered.length <= atOnce
    if (isFree && !hasMuchUnsent(connection)) return app(request, response)
    connection.waiting += 1
    holdOrRelease(request.socket, connection)
    wait(response)
  }
}

/** Whether a request may start; else it waits behind those of its connection that wait for the client to read. */
function startsNow(response: ServerResponse): boolean {
  const connection = connectionOf(response.req.socket)
  const { unread } = connection
  const isFirst = unread.length === 0 || unread[0] === response
  if (isFirst && !hasMuchUnsent(connection)) {
    unread.shift()
    return true
  }
  if (unread[0] !== response) unread.push(response)
  return false
}

function hasMuchUnsent({ unanswered }: Connection): boolean {
  let bytes = 0
  for (const response of unanswered) bytes += response.writableLength
  return bytes > mostUnsentBytes
}

function leavePipeline(this: ServerResponse): void {
  const { socket } = this.req
  const connection = connectionOf(socket)
  const { unanswered, isLeaving } = connection
  // Mostly the first, whose room serves the next one again.
  if (unanswered[0] === this) unanswered.shift()
  else unanswered.splice(unanswered.indexOf(this), 1)
  holdOrRelease(socket, connection)
  if (isLeaving && unanswered.length === 0) socket.destroySoon()
}

function holdOrRelease(socket: Socket, connection: Connection): void {
  const shouldHold = connection.waiting > 0 || connection.unanswered.length >= holdAt
  if (shouldHold === connection.isHeld) return
  connection.isHeld = shouldHold
  if (shouldHold) socket.on('resume', stayHeld).pause()
  else socket.off('resume', stayHeld).resume()
}

/** Node resumes a socket after each request that it has read in full, however many wait. Nothing is read before this runs. */
function stayHeld(this: Socket): void {
  this.pause()
}

let running: Promise<void> | null = null

/**
 * Resolves when all sockets that had bytes in this turn of the event loop are read. What waits for it runs in a row: one
 * stage of many requests after the other keeps the code of each in the core's caches, and their charges share a sync.
 */
export function endOfTurn(): Promise<void> {
  running ??= new Promise((resolve) => {
    setImmediate(() => {
      running = null
      resolve()
    })
  })
  return running
}
