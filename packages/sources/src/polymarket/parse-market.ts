import type { MarketSubject } from '../markets/captured-markets.ts'
import type { CapturedSeries, TeamNames } from '../markets/captured-odds.ts'
import { columnOf, numberOf } from '../markets/columns.ts'
import { sidesOf } from '../markets/team-names.ts'
import type { JsonRecord } from '../shape.ts'

/** A market with the tokens of its two outcomes: in the order of the series' teams, or over and under. */
export interface TokenMarket {
  readonly subject: MarketSubject
  readonly tokens: readonly [string, string]
}

/**
 * What a market of a match is about; `null` where its names, its line or its map do not fit, `other` for a kind that is not read.
 *
 * @throws SourceError `shape`
 */
export function parseMarket(
  market: JsonRecord,
  { teams, bestOf }: Pick<CapturedSeries, 'teams' | 'bestOf'>,
  where: string,
): TokenMarket | null | 'other' {
  const read = readers.get(market.sportsMarketType)
  if (read === undefined) return 'other'
  const names = pairIn(columnOf(market, 'outcomes', where))
  const ids = pairIn(columnOf(market, 'clobTokenIds', where))
  const subject = read(market, teams)
  if (names === null || ids === null || subject === null) return null
  if (subject.kind === 'mapWinners' && bestOf !== null && subject.map > bestOf) return null
  const sides = subject.kind === 'totalMaps' ? sidesOf(['Over', 'Under'], ...names) : teamSides(teams, names)
  return sides && { subject, tokens: [ids[sides[0]], ids[sides[1]]] }
}

type Reader = (market: JsonRecord, teams: TeamNames) => MarketSubject | null

const readers: ReadonlyMap<unknown, Reader> = new Map<unknown, Reader>([
  ['moneyline', () => ({ kind: 'seriesWinner' })],
  ['child_moneyline', mapWinner],
  ['totals', totalMaps],
  ['map_handicap', handicap],
])

function mapWinner(market: JsonRecord): MarketSubject | null {
  const map = Number(/\b(?:Game|Map) ([1-5]) Winner\b/i.exec(questionOf(market))?.[1])
  return Number.isNaN(map) ? null : { kind: 'mapWinners', map }
}

/** The title has the line too: where both are there and differ, neither is believed. */
function totalMaps(market: JsonRecord): MarketSubject | null {
  const match = /^Games Total: O\/U (\d+(?:\.\d+)?)$/i.exec(questionOf(market))
  const stated = numberOf(market.line)
  const line = stated ?? numberOf(match?.[1])
  return match === null || line === null || line !== Number(match[1]) ? null : { kind: 'totalMaps', line }
}

const handicapForm = /^Game Handicap: (.+?) \(([+-]\d+(?:\.\d+)?)\) vs\.? (.+?) \(([+-]\d+(?:\.\d+)?)\)$/i

function handicap(market: JsonRecord, teams: TeamNames): MarketSubject | null {
  const [, first = '', firstLine, second = '', secondLine] = handicapForm.exec(questionOf(market)) ?? []
  const sides = sidesOf(teams, first, second)
  if (sides === null || Number(firstLine) !== -Number(secondLine)) return null
  return { kind: 'handicap', line: Number(sides[0] === 0 ? firstLine : secondLine) }
}

function questionOf({ question }: JsonRecord): string {
  return typeof question === 'string' ? question.trim() : ''
}

/** Outcomes of a handicap may repeat the line behind the team. */
function teamSides(teams: TeamNames, names: TeamNames): ReturnType<typeof sidesOf> {
  const [first, second] = [bare(names[0]), bare(names[1])]
  return sidesOf(teams, first, second)
}

function bare(name: string): string {
  return name.replace(/ \([+-][\d.]+\)$/, '')
}

/** Two texts of a list that is itself written as a JSON text. */
function pairIn(value: unknown): TeamNames | null {
  const list = typeof value === 'string' ? parsed(value) : value
  if (!Array.isArray(list) || list.length !== 2) return null
  const [first, second]: readonly unknown[] = list
  return typeof first === 'string' && typeof second === 'string' ? [first, second] : null
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
