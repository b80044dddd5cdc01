import { gzipSync } from 'node:zlib'
import type { StandInAnswer } from './stand-in.ts'

// Faults of services, for `next` and `always` of a `StandIn`.

export function status(code: number, headers: Record<string, string> = {}): StandInAnswer {
  return (_request, response) => void response.writeHead(code, headers).end('{}')
}

/** Answers 200 with a page, as a wall against robots does. */
export const page: StandInAnswer = (_request, response) =>
  void response.writeHead(200, { 'content-type': 'text/html' }).end('<!DOCTYPE html><title>Just a moment</title>')

/** Never answers. */
export const silence: StandInAnswer = () => {}

/** Begins an answer and never ends it. */
export const slowness: StandInAnswer = (_request, response) => void response.writeHead(200).write('{"slow":')

/** Breaks the connection before an answer. */
export const reset: StandInAnswer = (_request, response) => void response.socket?.destroy()

/** Announces more bytes than it sends. */
export const wrongLength: StandInAnswer = (_request, response) => {
  response.writeHead(200, { 'content-length': '1000' })
  response.write('{"half":', () => response.socket?.end())
}

/** Announces a number of bytes and sends none. */
export function announce(bytes: number): StandInAnswer {
  return (_request, response) => response.writeHead(200, { 'content-length': String(bytes) }).flushHeaders()
}

/** Announces fewer bytes than it sends. */
export const shortLength: StandInAnswer = (_request, response) => {
  response.socket?.end('HTTP/1.1 200 OK\r\ncontent-length: 6\r\n\r\n{"half":[1,2,3]}')
}

/** Sends a whole answer with JSON that stops in the middle. */
export const cutJson: StandInAnswer = (_request, response) => void response.writeHead(200).end('{"list":[{"a":1},{"b"')

/** Redirects to itself. */
export const redirectLoop: StandInAnswer = ({ url }, response) =>
  void response.writeHead(302, { location: url.pathname + url.search }).end()

export function redirectTo(location: string, code: number = 302): StandInAnswer {
  return (_request, response) => void response.writeHead(code, { location }).end()
}

const bombs = new Map<number, Buffer>()

/** Sends few bytes that unpack into `megabytes`. */
export function gzipBomb(megabytes: number): StandInAnswer {
  const bytes = bombs.get(megabytes) ?? gzipSync(Buffer.alloc(megabytes * 1024 * 1024, ' '), { level: 1 })
  bombs.set(megabytes, bytes)
  return (_request, response) => void response.writeHead(200, { 'content-encoding': 'gzip' }).end(bytes)
}

export function body(content: string | Uint8Array, headers: Record<string, string> = {}): StandInAnswer {
  return (_request, response) => void response.writeHead(200, headers).end(content)
}
