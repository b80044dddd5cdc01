import type { Socket } from 'node:net'
import type { Catalogue } from '@riftline/predictor'
import { catalogue, matchBody } from './server-catalogue.ts'
import { open } from './server-raw.ts'

/** A catalogue whose list of players takes 440 KB: the kernel does not take eighteen of them for a client that does not read. */
export const longCatalogue: Catalogue = {
  ...catalogue,
  players: Array.from({ length: 3200 }, (_, index) => {
    return { id: 10_000 + index, name: `Player ${index} ${'x'.repeat(60)}`, aliases: [], role: null, teamId: null }
  }),
}

interface Keyed {
  readonly port: number
  readonly key: string
}

export interface Post {
  readonly idempotencyKey?: string
  readonly body?: object
  /** Further header lines, each with its line end. */
  readonly lines?: string
  readonly version?: '1.0' | '1.1'
}

export function postOf({ key }: Keyed, post: Post = {}): string {
  const { idempotencyKey, body = matchBody, lines = '', version = '1.1' } = post
  const json = JSON.stringify(body)
  const once = idempotencyKey === undefined ? '' : `Idempotency-Key: ${idempotencyKey}\r\n`
  const head = `POST /v1/predict HTTP/${version}\r\nHost: h\r\nX-Api-Key: ${key}\r\nContent-Type: application/json\r\n`
  return `${head}${once}${lines}Content-Length: ${json.length}\r\n\r\n${json}`
}

export function playersOf({ key }: Keyed): string {
  return `GET /v1/players HTTP/1.1\r\nHost: h\r\nX-Api-Key: ${key}\r\n\r\n`
}

/** Opens a connection that reads nothing until a test resumes it. */
export async function openUnread({ port }: Keyed): Promise<Socket> {
  const socket = await open(port)
  socket.on('error', () => {})
  socket.pause()
  return socket
}
