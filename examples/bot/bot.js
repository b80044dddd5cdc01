import { RiftlineApiError, RiftlineConnectionError } from '@riftline/client'
import { expectedValue } from '@riftline/core/market'

const model = /** @type {const} */ ('consensus')
const bestOfs = /** @type {const} */ ([1, 3, 5])

/**
 * A series to come, as the changes of the schedule have it.
 * @typedef {Pick<import('@riftline/client').ScheduleAdded, 'league' | 'bestOf' | 'scheduledUtc' | 'team1Id' | 'team2Id'>} Series
 * @typedef {{ client: import('@riftline/client').Client, print(line: string): void, wait(ms: number): Promise<void> }} Parts
 */

/**
 * Creates a bot that keeps its own copy of the schedule and of the prices of its series. When a price moves, it asks for a forecast
 * and prints the expected value of both sides.
 * @param {Parts & { readonly signal: AbortSignal }} options `signal` ends the bot
 */
export function createBot({ client, print, signal, wait }) {
  /** The copy: series by their ids, and the decimal odds on both teams by `SERIES SOURCE`. */
  const series = /** @type {Map<string, Series>} */ (new Map())
  const prices = /** @type {Map<string, readonly [number, number]>} */ (new Map())
  const names = /** @type {Map<number, string>} */ (new Map())
  /** Place up to which the copy is current. */
  let place = ''
  return { series, prices, place: () => place, run }

  /** Runs until the signal aborts. */
  async function run() {
    try {
      for (;;) {
        await readAll()
        await follow()
      }
    } catch (error) {
      if (!signal.aborted) throw error
    }
  }

  /** Reads the lists. The place is read before them, so that every later change is still to come. */
  async function readAll() {
    const { next } = await insist(() => client.changePage({ signal }))
    const { teams } = await insist(() => client.teams({ signal }))
    for (const { id, name } of teams) names.set(id, name)
    const { schedule } = await insist(() => client.schedule({ signal }))
    series.clear()
    prices.clear()
    for (const { id, league, bestOf, scheduledUtc, team1, team2 } of schedule)
      series.set(id, { league, bestOf, scheduledUtc, team1Id: team1.id, team2Id: team2.id })
    for (const id of series.keys()) await readPrices(id)
    place = next
    print(`${series.size} series to come, ${prices.size} prices`)
  }

  /** Applies changes until some are missing, for example after two weeks without a connection. */
  async function follow() {
    try {
      for await (const change of client.changes({ since: place, signal, onRetry: ({ error }) => report(error) })) {
        await apply(change)
        place = change.seq
      }
    } catch (error) {
      if (!(error instanceof RiftlineApiError && error.code === 'changes_gone')) throw error
      print(`${error.code}: reading the lists again`)
    }
  }

  /** @param {import('@riftline/client').Change} change */
  async function apply(change) {
    if (change.type === 'schedule.added' || change.type === 'schedule.changed') {
      const { seriesId, league, bestOf, scheduledUtc, team1Id, team2Id } = change
      series.set(seriesId, { league, bestOf, scheduledUtc, team1Id, team2Id })
      if (change.type === 'schedule.added') await readPrices(seriesId)
    } else if (change.type === 'schedule.removed') {
      series.delete(change.seriesId)
      for (const key of prices.keys()) if (key.startsWith(`${change.seriesId} `)) prices.delete(key)
    } else if (change.type === 'odds.captured' && series.has(change.esportsMatchId)) {
      await readPrices(change.esportsMatchId)
      await printValue(change.esportsMatchId, change.source)
    }
  }

  /** Reads the last price of each source: 2 credits, 0 without any. @param {string} id */
  async function readPrices(id) {
    const history = await insist(() =>
      client.oddsHistory({ esportsMatchId: id, limit: 1 }, { signal }).catch(nullOf404),
    )
    const [found] = history?.series ?? []
    // Snapshots are in the order of time, so the last of each source stays.
    for (const { source = '', prices: both } of found?.snapshots ?? [])
      prices.set(`${id} ${source}`, [both[0].decimalOdds, both[1].decimalOdds])
  }

  /** Asks for a forecast, 10 credits, and prints what a bet is worth. @param {string} id @param {string} source */
  async function printValue(id, source) {
    const asked = series.get(id)
    const odds = prices.get(`${id} ${source}`)
    const bestOf = bestOfs.find((known) => known === asked?.bestOf)
    // A best-of-2 may end without a winner, and a later change may have dropped the price.
    if (asked === undefined || odds === undefined || bestOf === undefined) return
    const { team1Id, team2Id, scheduledUtc } = asked
    const body = { blueTeamId: team1Id, redTeamId: team2Id, bestOf, tournament: asked.league, model }
    const forecast = await insist(() => client.predict(body, { signal }).catch(nullOf404))
    if (forecast === null) return
    const chance = forecast.calibratedBlueWinProbability
    print(`${scheduledUtc} ${source}: ${side(team1Id, chance, odds[0])}; ${side(team2Id, 1 - chance, odds[1])}`)
  }

  /** @param {number} teamId @param {number} chance @param {number} price */
  function side(teamId, chance, price) {
    const value = expectedValue(chance, price)
    const name = names.get(teamId) ?? `team ${teamId}`
    return `${name} ${percent(chance)} at ${price.toFixed(2)}, value ${value > 0 ? '+' : ''}${percent(value)}`
  }

  /**
   * Asks until there is an answer. The client does not repeat a charged GET whose answer was lost, as it may be charged twice: the
   * bot decides to ask again.
   * @template T
   * @param {() => Promise<T>} ask
   */
  async function insist(ask) {
    for (;;) {
      try {
        return await ask()
      } catch (error) {
        if (signal.aborted) throw error
        const isBusy = error instanceof RiftlineApiError && (error.status >= 500 || error.status === 429)
        if (!isBusy && !(error instanceof RiftlineConnectionError)) throw error
        report(error)
        await wait(1000)
      }
    }
  }

  /** @param {Error | null} error */
  function report(error) {
    print(`connecting again: ${error?.message ?? 'the server ended the stream'}`)
  }
}

/** Takes the place of an answer that the server does not have: no prices yet, or a team that it does not know. @param {unknown} error */
function nullOf404(error) {
  if (error instanceof RiftlineApiError && error.status === 404) return null
  throw error
}

/** @param {number} share */
function percent(share) {
  return `${(share * 100).toFixed(1)} %`
}
