import { once } from 'node:events'
import { createServer } from 'node:http'
import { teams } from './league.js'

/**
 * @typedef {ReturnType<typeof import('./league.js').createLeague>} League
 * @typedef {import('node:http').ServerResponse} Response
 * @typedef {import('node:http').IncomingMessage} Request
 */

/**
 * Serves the part of the API that the bot uses, over a league. Faults: `faultRate` is the share of answers that are lost, cut or
 * refused; `isBuffering` holds streams back, as some proxies do.
 * @param {League} league
 * @param {{ random: () => number }} options
 */
export async function serveLeague(league, { random }) {
  const standIn = { baseUrl: '', faultRate: 0, isBuffering: false, cuts: 0, refusals: 0, drop, restart, close }
  const streams = /** @type {Set<Response>} */ (new Set())
  const sockets = /** @type {Set<import('node:net').Socket>} */ (new Set())
  let port = 0
  let http = await listen()
  league.onChange((change) => {
    for (const stream of streams) send(stream, frame(change), 0.1)
  })
  return standIn

  async function listen() {
    const server = createServer((request, response) => void answer(request, response))
    server.on('connection', (socket) => {
      sockets.add(socket)
      socket.on('close', () => sockets.delete(socket)).on('error', () => {})
    })
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    port = /** @type {import('node:net').AddressInfo} */ (server.address()).port
    standIn.baseUrl = `http://127.0.0.1:${port}`
    return server
  }

  /** Breaks every connection. */
  function drop() {
    standIn.cuts += sockets.size
    for (const socket of sockets) socket.destroy()
  }

  /** Stops for a while, with a goodbye or without. @param {() => Promise<unknown>} whileAway @param {boolean} isOrderly */
  async function restart(whileAway, isOrderly) {
    if (isOrderly) for (const stream of streams) stream.end('event: bye\ndata: {}\n\n')
    await stop()
    await whileAway()
    http = await listen()
  }

  async function stop() {
    http.close()
    drop()
    await once(http, 'close')
  }

  async function close() {
    await stop()
  }

  /** @param {Request} request @param {Response} response */
  async function answer(request, response) {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost')
    const since = String(request.headers['last-event-id'] ?? searchParams.get('since') ?? league.head())
    if (isFault(0.3)) {
      standIn.refusals += 1
      return json(response, 503, { error: 'overloaded', message: 'busy' }, { 'Retry-After': '0' })
    }
    if (pathname === '/v1/stream') return stream(response, since)
    if (pathname === '/v1/changes') return page(response, since, Number(searchParams.get('wait') ?? 0))
    if (pathname === '/v1/teams') return json(response, 200, { teams })
    if (pathname === '/v1/schedule') return json(response, 200, { schedule: [...league.series].map(scheduled) })
    if (pathname === '/v1/odds/history') return history(response, String(searchParams.get('esportsMatchId')))
    if (pathname === '/v1/predict') return json(response, 200, { calibratedBlueWinProbability: 0.3 + 0.4 * random() })
    json(response, 404, { error: 'not_found', message: pathname })
  }

  /** @param {Response} response @param {string} since */
  function stream(response, since) {
    if (standIn.isBuffering) return
    const found = league.since(since)
    response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' })
    const place = { oldest: league.origin(), next: league.head() }
    const missed =
      found === null
        ? `id: ${place.next}\nevent: gone\ndata: ${JSON.stringify(place)}\n\n`
        : `id: ${since}\n\n${found.map(frame).join('')}`
    streams.add(response)
    send(response, `retry: 200\n${missed}`, 1)
    const beat = setInterval(() => response.write(`:\nid: ${league.head()}\n\n`), 15_000)
    response.on('close', () => {
      clearInterval(beat)
      streams.delete(response)
    })
  }

  /** Writes a text, or with a fault cuts it anywhere. @param {Response} response @param {string} text @param {number} weight */
  function send(response, text, weight) {
    const bytes = Buffer.from(text)
    const middle = Math.floor(random() * bytes.length)
    response.write(bytes.subarray(0, middle))
    if (!isFault(weight)) return void response.write(bytes.subarray(middle))
    standIn.cuts += 1
    streams.delete(response)
    setImmediate(() => response.socket?.destroy())
  }

  /** @param {Response} response @param {string} since @param {number} waitSeconds */
  function page(response, since, waitSeconds) {
    const found = league.since(since)
    if (found === null) {
      const place = { oldest: league.origin(), next: league.head() }
      return json(response, 410, { error: 'changes_gone', message: 'no longer kept', ...place })
    }
    if (found.length > 0 || waitSeconds === 0) return json(response, 200, { changes: found, next: league.head() })
    const stop = league.onChange(() => end())
    const timer = setTimeout(end, waitSeconds * 1000)
    response.on('close', () => void [stop(), clearTimeout(timer)])
    function end() {
      stop()
      clearTimeout(timer)
      page(response, since, 0)
    }
  }

  /** @param {Response} response @param {string} id */
  function history(response, id) {
    const one = league.series.get(id)
    const found = [...league.prices].filter(([key]) => key.startsWith(`${id} `))
    if (one === undefined || found.length === 0)
      return json(response, 404, { error: 'odds_not_available', message: id })
    const snapshots = found.map(([key, { capturedAtUtc, odds }]) => {
      const prices = odds.map((decimalOdds) => ({ decimalOdds }))
      return { capturedAtUtc, source: key.slice(id.length + 1), isClosingLine: false, prices }
    })
    json(response, 200, { market: 'seriesWinner', count: 1, series: [{ snapshots }], nextCursor: null })
  }

  /** @param {Response} response @param {number} status @param {object} body @param {Record<string, string>} headers */
  function json(response, status, body, headers = {}) {
    if (isFault(0.7)) {
      standIn.cuts += 1
      return void response.socket?.destroy()
    }
    response.writeHead(status, { 'Content-Type': 'application/json', ...headers })
    response.end(JSON.stringify(body))
  }

  /** @param {number} weight */
  function isFault(weight) {
    return random() < standIn.faultRate * weight
  }
}

/** @param {import('./league.js').Change} change */
function frame(change) {
  return `id: ${change.seq}\nevent: ${change.type}\ndata: ${JSON.stringify(change)}\n\n`
}

/** @param {[string, import('./league.js').Series]} entry */
function scheduled([id, { team1Id, team2Id, ...one }]) {
  const named = (/** @type {number} */ teamId) => teams.find((team) => team.id === teamId)
  return { id, ...one, leagueName: 'Northern League', team1: named(team1Id), team2: named(team2Id) }
}
