/**
 * @typedef {object} Sources
 * @property {() => number} random in [0, 1)
 * @property {() => number} now UTC milliseconds
 *
 * @typedef {{ league: string, bestOf: number, scheduledUtc: string, team1Id: number, team2Id: number }} Series
 * @typedef {{ seq: string, atUtc: string, type: string } & Record<string, unknown>} Change
 * @typedef {{ capturedAtUtc: string, odds: readonly [number, number] }} Price
 */

/** Invented teams. */
export const teams = ['Amber Foxes', 'Basalt', 'Copper Owls', 'Delta Nine', 'Ember', 'Fjord Wolves'].map((name, i) => ({
  id: i + 1,
  name,
}))

const sources = ['north', 'south']

/**
 * Creates an invented league: series are scheduled, moved and played, and prices move, one event a step. Each event is a change in
 * the log, as a server keeps it.
 * @param {Sources} options
 */
export function createLeague({ random, now }) {
  const series = /** @type {Map<string, Series>} */ (new Map())
  /** By `SERIES SOURCE`. */
  const prices = /** @type {Map<string, Price>} */ (new Map())
  let log = /** @type {Change[]} */ ([])
  let listeners = /** @type {((change: Change) => void)[]} */ ([])
  let storeId = newStoreId()
  let last = now() * 1024
  let origin = seq()
  let skewMs = 0
  let played = 0

  return {
    series,
    prices,
    step,
    /** Place of the newest change. */
    head: () => log.at(-1)?.seq ?? origin,
    /** @param {string} since @returns changes after a place; null if some are no longer kept */
    since: (since) => (since < origin || !since.endsWith(storeId) ? null : log.filter((change) => change.seq > since)),
    origin: () => origin,
    /** Sets the clock by so much. Places rise nevertheless. @param {number} ms */
    skew(ms) {
      skewMs = ms
    },
    /** Forgets all changes, as after two weeks. */
    forget() {
      origin = log.at(-1)?.seq ?? origin
      log = []
    },
    /** Loses the log, and begins another one, whose places are of another store. */
    renew() {
      storeId = newStoreId()
      log = []
      last += 1
      origin = seq()
    },
    /** @param {(change: Change) => void} listener @returns function that stops it */
    onChange(listener) {
      listeners.push(listener)
      return () => {
        listeners = listeners.filter((one) => one !== listener)
      }
    },
  }

  /** Lets one thing happen. */
  function step() {
    const ids = [...series.keys()]
    const id = ids[Math.floor(random() * ids.length)]
    const one = id === undefined ? undefined : series.get(id)
    const chance = random()
    if (id === undefined || one === undefined || (chance < 0.15 && ids.length < 12)) return schedule()
    if (chance < 0.25) return move(id, one)
    if (chance < 0.35) return play(id, one)
    if (chance < 0.37) return tell('artifacts.replaced', { artifacts: '0123456789ab', dataThroughUtc: utc() })
    capture(id, one)
  }

  function schedule() {
    const [team1, team2] = [...teams].sort(() => random() - 0.5)
    const one = { league: 'NL', bestOf: pick([1, 3, 5]), scheduledUtc: utc(random() * 864e5) }
    const id = `s${(last + played).toString(36)}`
    series.set(id, { ...one, team1Id: team1?.id ?? 1, team2Id: team2?.id ?? 2 })
    tell('schedule.added', { seriesId: id, ...series.get(id) })
  }

  /** @param {string} id @param {Series} before */
  function move(id, before) {
    const one = { ...before, scheduledUtc: utc(random() * 864e5) }
    series.set(id, one)
    tell('schedule.changed', { seriesId: id, ...one, changed: ['scheduledUtc'] })
  }

  /** @param {string} id @param {Series} one */
  function play(id, { league, bestOf, scheduledUtc, team1Id, team2Id }) {
    const both = { team1Id, team2Id }
    series.delete(id)
    tell('schedule.removed', { seriesId: id, league, bestOf, scheduledUtc, ...both })
    for (const source of sources)
      if (prices.delete(`${id} ${source}`)) tell('odds.closed', { source, esportsMatchId: id, ...both })
    const result = { winnerTeamId: team1Id, wins1: Math.ceil(bestOf / 2), wins2: 0 }
    played += 1
    tell('series.finished', { seriesId: id, resultId: played, ...both, ...result })
  }

  /** @param {string} id @param {Series} one */
  function capture(id, { team1Id, team2Id }) {
    const source = pick(sources)
    const share = 0.15 + 0.7 * random()
    const odds = /** @type {const} */ ([round(0.97 / share), round(0.97 / (1 - share))])
    prices.set(`${id} ${source}`, { capturedAtUtc: utc(), odds })
    tell('odds.captured', { source, esportsMatchId: id, team1Id, team2Id })
  }

  /** @param {string} type @param {object} fields */
  function tell(type, fields) {
    last = Math.max((now() + skewMs) * 1024, last + 1)
    const change = { seq: seq(), atUtc: utc(), type, ...fields }
    log.push(change)
    for (const listener of listeners) listener(change)
  }

  function seq() {
    return `${Math.floor(last).toString(16).padStart(14, '0')}-${storeId}`
  }

  function utc(laterMs = 0) {
    return new Date(now() + skewMs + laterMs).toISOString().slice(0, 19)
  }

  function newStoreId() {
    return Math.floor(random() * 36 ** 6)
      .toString(36)
      .padStart(6, '0')
  }

  /** @template T @param {readonly [T, ...T[]] | T[]} values @returns {T} */
  function pick(values) {
    return /** @type {T} */ (values[Math.floor(random() * values.length)])
  }
}

/** @param {number} number */
function round(number) {
  return Math.round(number * 100) / 100
}
