import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { type Connection, connectionOf } from './connections.ts'

/** Unanswered requests at which reading is paused; a single packet may still bring 100. */
const holdAt = 32
const most = 128
/** At most this many requests of a connection run at the same time. */
const atOnce = 8
/** At most this many requests that wait start in a turn of the event loop, of all connections together. */
const perTurn = 32
/** With more bytes of its answers that the kernel has not taken, no further request of a connection starts. */
const mostUnsentBytes = 65_536

/**
 * Counts a request until its answer has left; false for one too many. Node hands out all requests of the 64 KiB that it
 * reads at a time, close to two thousand, and pausing does not stop that; counting the unanswered ones does.
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
 * Runs requests far back in a pipeline a few in each turn of the event loop, so that other clients are served in between.
 * Requests of a client that does not read wait until it does, since their answers would fill the memory. Meanwhile nothing
 * more is read from it: at a FIN Node aborts what is unanswered, and a byte that is not HTTP ends the connection.
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
  // Mostly it is the first, and `shift` lets the array reuse its room.
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
 * Resolves when all sockets that had bytes in this turn of the event loop are read. The requests that wait for it then run
 * one after another: each stage's code stays in the processor's caches, and their charges share a sync.
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
