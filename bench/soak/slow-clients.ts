import { connect, type Socket } from 'node:net'

/**
 * Starts clients that keep connections and hardly use them: half of them send a head at one byte a second, half request the longest
 * list and read a little of it every second. They reconnect whenever the server drops them.
 */
export function startSlowClients(port: number, key: string, count: number): { end(): void } {
  const open = new Set<Socket>()
  let ended = false
  const list = `GET /v1/teams HTTP/1.1\r\nHost: localhost\r\nX-Api-Key: ${key}\r\n\r\n`

  const begin = (reads: boolean): void => {
    if (ended) return
    const socket = connect(port, '127.0.0.1')
    open.add(socket)
    let sent = 0
    const tick = setInterval(() => {
      if (reads) socket.read(1024)
      else socket.write(list[sent++ % list.length]!)
    }, 1000)
    socket.pause().on('error', () => {})
    if (reads) socket.write(list)
    else socket.resume()
    socket.once('close', () => {
      clearInterval(tick)
      open.delete(socket)
      setTimeout(begin, 1000, reads)
    })
  }
  for (let i = 0; i < count; i++) setTimeout(begin, i * 10, i % 2 === 0)

  return {
    end() {
      ended = true
      for (const socket of open) socket.destroy()
    },
  }
}
