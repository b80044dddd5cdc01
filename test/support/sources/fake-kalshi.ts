import { type OfferedSeries, pricesOf } from './offered-series.ts'
import { type StandIn, type StandInAnswer, sendJson, startStandIn } from './stand-in.ts'

export interface FakeKalshi extends StandIn {
  /** Value for `RIFTLINE_KALSHI_URL`. */
  readonly url: string
  /** Offered series; a test may change them. Ids are the ends of tickers, such as `26AUG031400AB`. */
  series: readonly OfferedSeries[]
}

/** Starts an exchange with a market for each team of a series. It never states the number of maps. */
export async function startFakeKalshi(series: readonly OfferedSeries[]): Promise<FakeKalshi> {
  const serve: StandInAnswer = ({ url }, response) => {
    if (url.pathname === '/v2/exchange/status') return sendJson(response, { trading_active: true })
    const ticker = url.searchParams.get('series_ticker') ?? ''
    const events = ticker === 'KXLOLGAME' ? fake.series.map(toEvent) : fake.series.flatMap(furtherOf(ticker))
    sendJson(response, { events, cursor: '' })
  }
  const standIn = await startStandIn(serve)
  const fake: FakeKalshi = Object.assign(standIn, { url: `${standIn.origin}/v2`, series })
  return fake
}

function furtherOf(ticker: string): (one: OfferedSeries) => readonly Record<string, unknown>[] {
  return ({ id, further = {} }) =>
    Object.entries(further).flatMap(([event, markets]) =>
      event.startsWith(`${ticker}-${id}`) ? [{ event_ticker: event, title: event, markets }] : [],
    )
}

function toEvent(one: OfferedSeries): Record<string, unknown> {
  const { id, teams, start, tournament = 'the cup', swapped = false, fields } = one
  const winner = (side: 0 | 1): Record<string, unknown> => {
    const [bid, ask] = pricesOf(one)[side]
    return {
      title: `Will ${teams[side]} win the ${teams.join(' vs. ')} League of Legends match?`,
      yes_bid_dollars: bid === null ? null : bid.toFixed(4),
      yes_ask_dollars: ask === null ? null : ask.toFixed(4),
      rules_primary: `If ${teams[side]} wins the ${tournament}: ${teams.join(' vs. ')} match originally scheduled for ${eastern(start)}, it is Yes.`,
    }
  }
  const markets = [winner(0), winner(1)]
  return {
    event_ticker: `KXLOLGAME-${id}`,
    title: teams.join(' vs. '),
    markets: swapped ? markets.reverse() : markets,
    ...fields,
  }
}

/** Writes a time as `Aug 3, 2026 at 2:00 PM EST`, five hours behind UTC. */
function eastern(start: string): string {
  const clock = new Date(Date.parse(`${start}Z`) - 5 * 3_600_000)
  const day = clock.toLocaleDateString('en-US', { timeZone: 'UTC', year: 'numeric', month: 'short', day: 'numeric' })
  const time = clock.toLocaleTimeString('en-US', { timeZone: 'UTC', hour: 'numeric', minute: '2-digit' })
  return `${day} at ${time.replace(/\s/u, ' ')} EST`
}
