import { connect, type Socket } from 'node:net'

/** Connections that do harm until `end` is called. */
export interface Attack {
  end(): void
}

const request = 'GET /openapi.json HTTP/1.1\r\nHost: h\r\n\r\n'

/** Number of requests that fit into 128 KiB. */
const endless: number = Math.floor(131_072 / request.length)

/** Opens connections that each write requests without a key all at once and read no answer. */
export function pipelines(port: number, count: number, requests: number = endless): Attack {
  const sockets = Array.from({ length: count }, () => open(port, '127.0.0.1').pause())
  for (const socket of sockets) socket.write(request.repeat(requests))
  return endAll(sockets)
}

/** Opens `count` such connections every second. */
export function pipelinesEverySecond(port: number, count: number): Attack {
  const attacks: Attack[] = []
  const timer = setInterval(() => attacks.push(pipelines(port, 1)), 1000 / count)
  return {
    end() {
      clearInterval(timer)
      for (const attack of attacks) attack.end()
    },
  }
}

/** Sends calls from four addresses, with bodies that lack the last byte. */
export function slowBodies(port: number, key: string, count: number): Attack {
  const body = JSON.stringify({ blueTeam: 'T1', redTeam: 'Gen.G' })
  const head = `POST /v1/predict HTTP/1.1\r\nHost: h\r\nX-Api-Key: ${key}\r\nContent-Type: application/json\r\n`
  const sockets = Array.from({ length: count }, (_, index) => open(port, `127.0.1.${1 + (index % 4)}`).resume())
  for (const socket of sockets) socket.write(`${head}Content-Length: ${body.length}\r\n\r\n${body.slice(0, -1)}`)
  return endAll(sockets)
}

function open(port: number, localAddress: string): Socket {
  return connect({ port, host: '127.0.0.1', localAddress }).on('error', () => {})
}

function endAll(sockets: readonly Socket[]): Attack {
  return {
    end() {
      for (const socket of sockets) socket.destroy()
    },
  }
}
