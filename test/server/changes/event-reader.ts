import { connect, type Socket } from 'node:net'
import type { TestServer } from '../../support/server.ts'

/** One frame of a stream: its fields by name. Comments are under an empty name. */
export type StreamFrame = Readonly<Record<string, string>>

/** A stream read over a socket of its own. */
export interface EventReader {
  readonly socket: Socket
  /** Head of the answer; empty until it has arrived. */
  head(): string
  /** Frames that have arrived in full. */
  frames(): readonly StreamFrame[]
  /** Records of the changes that have arrived. */
  // biome-ignore lint/suspicious/noExplicitAny: changes have many shapes
  changes(): readonly any[]
  isClosed(): boolean
}

/** Opens a stream. @param headers lines of the request beside `Host` and the key */
export function openStream(
  server: Pick<TestServer, 'port' | 'key'>,
  target = '/v1/stream',
  headers: readonly string[] = [],
): EventReader {
  const socket = connect(server.port, '127.0.0.1')
  const lines = [`GET ${target} HTTP/1.1`, 'Host: localhost', `X-Api-Key: ${server.key}`, ...headers, '', '']
  socket.write(lines.join('\r\n'))
  let text = ''
  let isClosed = false
  socket.setEncoding('utf8').on('data', (data: string) => {
    text += data
  })
  socket.on('error', () => {})
  socket.on('close', () => {
    isClosed = true
  })
  const headEnd = () => text.indexOf('\r\n\r\n')
  const frames = () =>
    headEnd() < 0
      ? []
      : text
          .slice(headEnd() + 4)
          .split('\n\n')
          .slice(0, -1)
          .map(toFrame)
  return {
    socket,
    head: () => (headEnd() < 0 ? '' : text.slice(0, headEnd())),
    frames,
    changes: () => frames().flatMap(({ event = '', data = '' }) => (event.includes('.') ? [JSON.parse(data)] : [])),
    isClosed: () => isClosed,
  }
}

function toFrame(text: string): StreamFrame {
  return Object.fromEntries(
    text.split('\n').map((line) => {
      const colon = line.indexOf(':')
      return [line.slice(0, colon), line.slice(colon + 1).trimStart()]
    }),
  )
}
