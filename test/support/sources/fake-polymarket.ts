import { type OfferedSeries, type Price, pricesOf } from './offered-series.ts'
import { type StandIn, type StandInAnswer, sendJson, startStandIn } from './stand-in.ts'

export interface FakePolymarket extends StandIn {
  /** Values for `RIFTLINE_POLYMARKET_GAMMA_URL` and `RIFTLINE_POLYMARKET_CLOB_URL`. */
  readonly url: string
  /** Offered series; a test may change them. */
  series: readonly OfferedSeries[]
}

/** Starts a market that lists events by offset and has a book for each token. */
export async function startFakePolymarket(series: readonly OfferedSeries[]): Promise<FakePolymarket> {
  const serve: StandInAnswer = ({ url, body }, response) => {
    if (url.pathname === '/sports') return sendJson(response, [{ sport: 'lol', series: '10311' }])
    if (url.pathname === '/events') {
      const offset = Number(url.searchParams.get('offset'))
      return sendJson(response, fake.series.slice(offset, offset + 100).map(toEvent))
    }
    const asked = url.pathname === '/books' ? (JSON.parse(body) as { readonly token_id: string }[]) : []
    const books = new Map(
      fake.series.flatMap((one) => [
        ...tokensOf(one).map((token, side) => [token, pricesOf(one)[side]!] as const),
        ...Object.entries(one.books ?? {}),
      ]),
    )
    sendJson(
      response,
      asked.flatMap(({ token_id: token }) => toBook(token, books.get(token))),
    )
  }
  const standIn = await startStandIn(serve)
  const fake: FakePolymarket = Object.assign(standIn, { url: standIn.origin, series })
  return fake
}

function tokensOf({ id }: OfferedSeries): readonly [string, string] {
  return [`${id}-first`, `${id}-second`]
}

function toEvent(one: OfferedSeries): Record<string, unknown> {
  const { id, teams, start, bestOf = 3, tournament, swapped = false, fields } = one
  const inOrder = (pair: readonly [string, string]): string => JSON.stringify(swapped ? [...pair].reverse() : pair)
  const title = `LoL: ${teams.join(' vs ')}${bestOf === 0 ? '' : ` (BO${bestOf})`}`
  const moneyline = {
    question: title,
    sportsMarketType: 'moneyline',
    outcomes: inOrder(teams),
    clobTokenIds: inOrder(tokensOf(one)),
    gameStartTime: `${start.replace('T', ' ')}+00`,
  }
  const head = { id, title: tournament === undefined ? title : `${title} - ${tournament}`, live: false, ended: false }
  return { ...head, teams: teams.map((name) => ({ name })), markets: [moneyline], ...fields }
}

function toBook(token: string, price: Price | undefined): readonly unknown[] {
  if (price === undefined) return []
  const [bids, asks] = price.map((level) => (level === null ? [] : [{ price: String(level), size: '20' }]))
  return [{ asset_id: token, bids, asks }]
}
