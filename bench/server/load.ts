import { connect } from 'node:net'
import { quantileSorted } from 'simple-statistics'

/** One round of load, read as JSON from the first argument. */
export interface Load {
  readonly url: string
  readonly seconds: number
  readonly connections: number
  readonly headers: Readonly<Record<string, string>>
  /** Bodies sent in turn; if there are none the requests are GETs. */
  readonly bodies: readonly string[]
}

export interface LoadResult {
  readonly answered: number
  readonly perSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
  readonly not2xx: number
  readonly errors: number
}

/*
 * Sends load from a separate process, which takes no time from the server. It reads as little of an answer as possible: a client that
 * keeps or decodes bodies takes longer for a list than the server does, and would measure itself.
 */
const { url, seconds, connections, headers, bodies } = JSON.parse(process.argv[2] ?? '') as Load
const { hostname, port, host, pathname } = new URL(url)
const requests = bodies.length === 0 ? [toRequest('GET')] : bodies.map((body) => toRequest('POST', body))

const times: number[] = []
let [sent, not2xx, errors] = [0, 0, 0]
let isOver = false
const start = performance.now()
const end = start + seconds * 1000
for (let index = 0; index < connections; index++) keepAsking()

function toRequest(method: string, body = ''): Buffer {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  if (body !== '') lines.push(`Content-Length: ${Buffer.byteLength(body)}\r\n`)
  return Buffer.from(`${method} ${pathname} HTTP/1.1\r\nHost: ${host}\r\n${lines.join('')}\r\n${body}`)
}

/** Sends a request after each answer; reconnects if the server closes the connection. */
function keepAsking(): void {
  let sentMs = 0
  let head = ''
  /** Bytes of the answer still to come; null until its head has arrived. */
  let missing: number | null = null
  const onread = { buffer: Buffer.allocUnsafe(262_144), callback: take }
  const socket = connect({ host: hostname, port: Number(port), onread })
  socket.on('connect', send).on('close', keepAsking)
  socket.on('error', () => {
    errors++
  })

  function send(): void {
    sentMs = performance.now()
    socket.write(requests[sent++ % requests.length]!)
  }

  function take(count: number): true {
    if (missing === null) {
      const before = head.length
      head += onread.buffer.toString('latin1', 0, Math.min(count, 4096))
      const length = head.indexOf('\r\n\r\n') + 4
      if (length < 4) return true
      if (head[9] !== '2') not2xx++
      missing = Number(/\r\ncontent-length: (\d+)/i.exec(head.slice(0, length))?.[1] ?? 0) + length - before
      head = ''
    }
    missing -= count
    if (missing === 0) onAnswer()
    return true
  }

  function onAnswer(): void {
    missing = null
    const now = performance.now()
    times.push(now - sentMs)
    if (now < end) send()
    else if (!isOver) finish()
  }
}

function finish(): void {
  isOver = true
  const perSecond = (1000 * times.length) / (performance.now() - start)
  times.sort((a, b) => a - b)
  const round = (ms: number): number => Number(ms.toFixed(1))
  const [p50Ms, p99Ms] = [round(quantileSorted(times, 0.5)), round(quantileSorted(times, 0.99))]
  const measured: LoadResult = { answered: times.length, perSecond, p50Ms, p99Ms, not2xx, errors }
  process.stdout.write(JSON.stringify(measured), () => process.exit())
}
