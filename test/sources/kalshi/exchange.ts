import { type AnsweringHttp, answeringHttp } from '../markets/answering-http.ts'

export const url = 'https://kalshi.example/trade-api/v2'
export const nowMs: number = Date.parse('2026-07-30T12:00:00Z')

type Row = Record<string, unknown>

export const matchPart = '26AUG031400NLHK'

/** A yes-or-no market as Kalshi lists it inside its event. */
export function market(title: string, bid: string | null, ask: string | null, fields: Row = {}): Row {
  return {
    ticker: `KXLOLGAME-${matchPart}-X`,
    title,
    status: 'active',
    yes_bid_dollars: bid,
    yes_ask_dollars: ask,
    rules_primary:
      'If Northern Lights wins the NL 2026: Northern Lights vs. Harbor Kings League of Legends match originally scheduled for Aug 3, 2026 at 2:00 PM EDT, then the market resolves to Yes.',
    ...fields,
  }
}

export function winner(name: string, bid: string | null, ask: string | null, fields: Row = {}): Row {
  return market(`Will ${name} win the Northern Lights vs. Harbor Kings League of Legends match?`, bid, ask, fields)
}

export function mapWinner(name: string, map: number, bid: string, ask: string): Row {
  return market(`Will ${name} win map ${map} in the Northern Lights vs. Harbor Kings match?`, bid, ask)
}

export function total(line: number, bid: string, ask: string): Row {
  return market(
    `Will over ${line} maps be played in the Northern Lights vs. Harbor Kings League of Legends match?`,
    bid,
    ask,
  )
}

export function event(series: string, markets: readonly Row[], part: string = matchPart): Row {
  return {
    event_ticker: `${series}-${part}`,
    series_ticker: series,
    title: 'Northern Lights vs. Harbor Kings',
    markets,
  }
}

/** The winner markets of both teams, with fair prices. */
export function fairWinners(fields: Row = {}): readonly Row[] {
  return [winner('Harbor Kings', '0.3800', '0.4000', fields), winner('Northern Lights', '0.6000', '0.6200', fields)]
}

export interface ExchangeOptions {
  readonly pageSize?: number
  readonly isTrading?: boolean
}

/** An exchange with these events, `pageSize` on a page. */
export function exchange(
  events: readonly Row[],
  { pageSize = 200, isTrading = true }: ExchangeOptions = {},
): AnsweringHttp {
  return answeringHttp((_request, { origin, pathname, searchParams }) => {
    if (`${origin}${pathname}` === `${url}/exchange/status`) return { exchange_active: true, trading_active: isTrading }
    if (`${origin}${pathname}` !== `${url}/events`) throw new Error(`nothing is at ${pathname}`)
    const listed = events.filter((row) => row.series_ticker === searchParams.get('series_ticker'))
    const start = Number(searchParams.get('cursor') ?? 0)
    const next = start + pageSize
    return { events: listed.slice(start, next), cursor: next < listed.length ? String(next) : '' }
  })
}
