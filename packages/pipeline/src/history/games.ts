import type { CatalogueRole } from '@riftline/predictor'
import { recordBy } from '../group-by.ts'
import type { Game, GameSide, HeldGame, History, HistoryRole, HistorySeries } from './types.ts'

interface Placed {
  readonly id: string
  readonly startMs: number
  readonly gameNumber: number | null
}

/** Order of play: by start, then by number in the series (of some games only the day is known), then by id. */
export function byPlay(a: Placed, b: Placed): number {
  return a.startMs - b.startMs || (a.gameNumber ?? 0) - (b.gameNumber ?? 0) || (a.id < b.id ? -1 : 1)
}

export function byStart(a: Pick<HistorySeries, 'id' | 'startMs'>, b: Pick<HistorySeries, 'id' | 'startMs'>): number {
  return a.startMs - b.startMs || a.id - b.id
}

/** Start of the last game of a history; -Infinity without games. */
export function lastGameMs(history: Pick<History, 'series'>): number {
  let last = Number.NEGATIVE_INFINITY
  for (const series of history.series) for (const game of series.games) last = Math.max(last, game.startMs)
  return last
}

const totals = ['kills', 'deaths', 'assists', 'gold', 'cs'] as const

/** Numbers of a side that are the sum over its five players; null is unknown. */
export type SideTotals = Pick<GameSide, (typeof totals)[number]>

/** Fills a side's unknown numbers with the sums of its players' lines, if all five are there. */
export function fillTotals<Side extends SideTotals>(side: Side, lines: readonly SideTotals[]): Side {
  return { ...side, ...recordBy(totals, (name) => side[name] ?? sumOfFive(lines, name)) }
}

function sumOfFive(lines: readonly SideTotals[], name: (typeof totals)[number]): number | null {
  const values = lines.flatMap((line) => line[name] ?? [])
  return lines.length === 5 && values.length === 5 ? values.reduce((sum, value) => sum + value, 0) : null
}

/** The last moment up to a limit at which no series is running; null if there is none. */
export function wholeUntil(series: readonly Pick<HistorySeries, 'startMs' | 'games'>[], limitMs: number) {
  let whole: number | null = null
  let endMs = Number.NEGATIVE_INFINITY
  for (const { startMs, games } of [...series].sort((a, b) => a.startMs - b.startMs)) {
    if (startMs > limitMs) break
    if (startMs > endMs && Number.isFinite(endMs)) whole = endMs
    endMs = Math.max(endMs, ...games.map((game) => game.startMs))
  }
  const isAfterAll = series.every(({ startMs }) => startMs <= endMs || startMs > limitMs)
  return endMs <= limitMs && isAfterAll && Number.isFinite(endMs) ? endMs : whole
}

/** Holds back every game from the start of the earliest running series on; null if no series is running. */
export function holdRunning(
  all: readonly Pick<HistorySeries, 'startMs' | 'games'>[],
  running: readonly { readonly games: readonly Pick<Game, 'id' | 'startMs'>[] }[],
): { readonly untilMs: number; readonly games: readonly HeldGame[] } | null {
  const open = new Set(running.flatMap(({ games }) => games.map(({ id }) => id)))
  if (open.size === 0) return null
  const firstMs = Math.min(...running.flatMap(({ games }) => games.map(({ startMs }) => startMs)))
  const untilMs = wholeUntil(all, firstMs - 1) ?? Number.NEGATIVE_INFINITY
  const games = all.flatMap((series) => series.games).filter(({ startMs }) => startMs > untilMs)
  return { untilMs, games: games.map(({ id, startMs }) => ({ id, startMs, isRunning: open.has(id) })) }
}

/** Number of latest games kept for each team or player. */
const recentGames = 30

export function pushRecent<Item>(items: Item[], item: Item): void {
  items.push(item)
  keepRecent(items)
}

export function keepRecent<Item>(items: Item[]): void {
  if (items.length > recentGames) items.splice(0, items.length - recentGames)
}

/** A team's most frequent league over its last nine games outside international events and cups; null without any. */
export function recentLeague(recentLeagues: readonly string[]): string | null {
  return mostFrequent(recentLeagues.slice(-9))
}

/** A person's most frequent role over the last ten games; null without any. */
export function recentRole(recentRoles: readonly HistoryRole[]): HistoryRole | null {
  return mostFrequent(recentRoles.slice(-10))
}

/** The most frequent item, the later one on a tie; null without items. */
export function mostFrequent<Item>(items: readonly Item[]): Item | null {
  const counts = new Map<Item, number>()
  for (const item of items) counts.set(item, (counts.get(item) ?? 0) + 1)
  let best: Item | null = null
  for (const item of items) if (best === null || counts.get(item)! >= counts.get(best)!) best = item
  return best
}

export const roleNames: Readonly<Record<HistoryRole, CatalogueRole>> = {
  top: 'TOP',
  jng: 'JUNGLE',
  mid: 'MID',
  bot: 'BOT',
  sup: 'SUPPORT',
}
