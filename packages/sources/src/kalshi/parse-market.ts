import type { MarketSubject } from '../markets/captured-markets.ts'
import type { TeamNames } from '../markets/captured-odds.ts'
import { columnOf, numberOf } from '../markets/columns.ts'
import { noQuote, type Quote } from '../markets/quote.ts'
import { sideOf, teamNames } from '../markets/team-names.ts'
import { type JsonRecord, toText } from '../shape.ts'

/** What one yes-or-no market says: of a winner which team's yes it is, of a total yes is over. */
export interface YesMarket {
  readonly subject: MarketSubject
  readonly teams: TeamNames
  /** Null of a total. */
  readonly winner: string | null
  readonly yes: Quote
  readonly rules: string
}

const seriesForm = /^Will (?<winner>.+?) win the (?<first>.+?) vs\.? (?<second>.+?) (?:League of Legends|LoL) match\?$/i
const mapForm =
  /^Will (?<winner>.+?) win map (?<map>[1-5]) in the (?<first>.+?) vs\.? (?<second>.+?)(?: League of Legends| LoL)? match\?$/i
const totalForm =
  /^Will over (?<line>\d+(?:\.\d+)?) maps be played in the (?<first>.+?) vs\.? (?<second>.+?)(?: League of Legends| LoL)? match\?$/i

/** Null for a market whose title says none of what is read. @throws SourceError `shape` */
export function parseMarket(market: JsonRecord, where: string): YesMarket | null {
  const title = toText(columnOf(market, 'title', where), `${where}.title`).trim()
  const bid = columnOf(market, 'yes_bid_dollars', where)
  const ask = columnOf(market, 'yes_ask_dollars', where)
  // Maps before series, whose form a map's title fits too.
  const match = mapForm.exec(title) ?? totalForm.exec(title) ?? seriesForm.exec(title)
  const { winner = null, map, line, first = '', second = '' } = match?.groups ?? {}
  const teams = teamNames(first, second)
  if (teams === null || (winner !== null && sideOf(teams, winner) === null)) return null
  const isTraded = market.status === undefined || market.status === 'active'
  return {
    subject: subjectOf(map, line),
    teams,
    winner,
    yes: isTraded ? { bid: numberOf(bid), ask: numberOf(ask) } : noQuote,
    rules: typeof market.rules_primary === 'string' ? market.rules_primary : '',
  }
}

function subjectOf(map: string | undefined, line: string | undefined): MarketSubject {
  if (map !== undefined) return { kind: 'mapWinners', map: Number(map) }
  return line === undefined ? { kind: 'seriesWinner' } : { kind: 'totalMaps', line: Number(line) }
}
