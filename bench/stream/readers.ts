import { connect, type Socket } from 'node:net'

/** Open streams, in the process of a bench. */
export interface Readers {
  /** Resolves when the next change has reached every stream, with the milliseconds since the place of that change. */
  next(): Promise<number>
  close(): void
}

/** Streams opened at once. */
const atOnce = 100

/** Opens streams, three a key. */
export async function openReaders(port: number, keys: readonly string[], count: number): Promise<Readers> {
  const sockets: Socket[] = []
  let arrived = 0
  let onAll = (_ms: number): void => {}

  function open(key: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const socket = connect(port, '127.0.0.1')
      sockets.push(socket)
      socket.write(
        `GET /v1/stream HTTP/1.1\r\nHost: localhost\r\nX-Api-Key: ${key}\r\nAccept: text/event-stream\r\n\r\n`,
      )
      socket.setEncoding('latin1').on('error', () => {})
      socket.once('data', (head: string) => {
        if (head.startsWith('HTTP/1.1 200')) resolve()
        else reject(new Error(head.slice(0, 200)))
        socket.on('data', take)
      })
    })
  }

  function take(text: string): void {
    const seq = /^id: ([0-9a-f]{14})-\w+\nevent: odds/m.exec(text)?.[1]
    if (seq === undefined) return
    arrived += 1
    if (arrived % count === 0) onAll(Date.now() - Number.parseInt(seq, 16) / 1024)
  }

  for (let opened = 0; opened < count; opened += atOnce) {
    const some = Array.from(
      { length: Math.min(atOnce, count - opened) },
      (_, at) => keys[Math.floor((opened + at) / 3)]!,
    )
    await Promise.all(some.map(open))
  }
  return {
    next: () =>
      new Promise((resolve) => {
        onAll = resolve
      }),
    close() {
      for (const socket of sockets) socket.destroy()
    },
  }
}
