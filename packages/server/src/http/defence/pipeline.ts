import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { type Connection, connectionOf } from './connections.ts'

/** Number of unanswered requests at which reading is paused; a single packet may still bring 100 more. */
const holdAt = 32
const most = 128
/** Limit of requests of one connection that run at the same time. */
const atOnce = 8
/** Limit of waiting requests, of all connections together, that start in one turn of the event loop. */
const perTurn = 32
/** Bytes of answers not yet taken by the kernel, above which no further request of the connection starts. */
const mostUnsentBytes = 65_536

/**
 * Counts a request until its answer has left; false for one too many. Node hands out all requests of the 64 KiB that it
 * reads at a time, close to two thousand, even from a paused socket. Only a count of unanswered requests limits them.
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
 * Runs requests far back in a pipeline a few at a time, in later turns of the event loop, so that others are served in between.
 * Requests of a client that does not read must wait until it does, since their answers would fill the memory. Meanwhile nothing
 * more is read from it: at a FIN Node aborts unanswered requests, and a byte that is not HTTP ends the connection.
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
    // Bodies of these requests are taken at the end of a turn: a FIN read before that would abort them.
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

/** Whether a request may start now. If not, it joins the requests of its connection that wait for the client to read. */
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
  // The response is mostly the first one, and `shift` lets the array reuse its room.
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

/** Pauses a socket again, which Node resumes after each request that it has read in full. Nothing is read in between. */
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
