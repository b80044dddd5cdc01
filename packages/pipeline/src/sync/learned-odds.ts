import { existsSync } from 'node:fs'
import { RiftlineError, toUtc } from '@riftline/base'
import type { CapturedOdds, CapturedPrice, StatedSeries } from '@riftline/predictor'
import type { PricedSeries } from '../features/market-prices.ts'
import type { OpenFolder } from '../folder/open-folder.ts'
import { recentlyGraded } from '../graded/fit-blend.ts'
import { repriced } from '../graded/value-picks.ts'
import { groupBy } from '../group-by.ts'
import type { RowCells } from '../history/csv/cells.ts'
import { readRows } from '../history/csv/read-rows.ts'
import { joinsOf } from '../history/identity/known.ts'
import { toCsv } from '../history/riftline/write-riftline.ts'
import { statementsOf } from '../history/stated/merge-games.ts'
import type { SeriesOdds, SkippedRow } from '../history/types.ts'
import type { Replay } from './replay.ts'

export interface KnownOdds {
  readonly odds: readonly CapturedOdds[]
  readonly played: readonly PlayedPair[]
}

export const noOdds: KnownOdds = { odds: [], played: [] }

/** Captured odds joined to the series that syncs have learned. */
type LearnedOdds = ReturnType<typeof learnOdds>

/** Joins captured odds (since the last sync, or all) with their series, in the base or in its replay. */
export function learnOdds(
  known: KnownOdds,
  captured: readonly CapturedOdds[],
  replay: Pick<Replay, 'history' | 'games'>,
  stated: readonly StatedSeries[],
  baseMs: number,
) {
  const ofBase = recentlyGraded(known.played, baseMs).filter(({ startMs }) => startMs <= baseMs)
  const played = [...ofBase, ...playedPairs(replay, stated)]
  const { externalIds } = replay.history
  const joins = externalIds === undefined ? new Map<number, number>() : joinsOf(externalIds).teams
  const joined = joinOdds(addCaptured(known.odds, captured), played, joins)
  return { played, joined, rows: toSeriesOdds(joined) }
}

/** Grades the base again with odds that arrived after their series were learned. */
export function withLateOdds(base: OpenFolder, { rows, played }: LearnedOdds): OpenFolder {
  return { ...base, graded: repriced(base.graded, rows, played) }
}

/** Greatest time between a series and the announced start in its odds. */
const sameSeriesMs = 12 * 3_600_000

/** Captured odds with their series, reduced to the first price and the closing line, which may be the same one. */
export interface JoinedOdds extends CapturedOdds {
  readonly series: PlayedPair
}

/** Joins odds with the series of the same id in the schedule, else with the nearest one of the pair; one per source and series. */
export function joinOdds(
  captured: readonly CapturedOdds[],
  played: readonly PlayedPair[],
  joins: ReadonlyMap<number, number>,
): readonly JoinedOdds[] {
  const idNow = (id: number): number => joins.get(id) ?? id
  const byPair = groupBy(played, ({ team1Id, team2Id }) => pairKey(idNow(team1Id), idNow(team2Id)))
  const places = captured.flatMap((odds) => {
    const [first, second] = odds.teams
    const own = byPair.get(pairKey(idNow(first), idNow(second))) ?? []
    return own.flatMap((series) => {
      const distance = distanceOf(odds, series)
      return distance === null ? [] : [{ odds, series, distance }]
    })
  })
  const joined = new Map<CapturedOdds, JoinedOdds>()
  const taken = new Set<string>()
  for (const { odds, series } of places.sort((a, b) => a.distance - b.distance)) {
    const place = `${odds.source} ${series.id}`
    if (joined.has(odds) || taken.has(place)) continue
    const before = odds.prices.filter(({ capturedMs }) => capturedMs < series.trueMs)
    const prices = before.length > 2 ? [before[0]!, before.at(-1)!] : before
    // The teams keep their order in the odds, under the ids that the series uses.
    const teams =
      idNow(odds.teams[0]) === idNow(series.team1Id)
        ? [series.team1Id, series.team2Id]
        : [series.team2Id, series.team1Id]
    joined.set(odds, { ...odds, teams: teams as [number, number], prices, series })
    taken.add(place)
  }
  return [...joined.values()].sort((a, b) => a.series.id - b.series.id || (a.source < b.source ? -1 : 1))
}

function pairKey(one: number, other: number): string {
  return one < other ? `${one} ${other}` : `${other} ${one}`
}

/** Distance between odds and a series; null if they are of another series. */
function distanceOf({ esportsMatchId, scheduledMs }: CapturedOdds, series: PlayedPair): number | null {
  if (series.matchIds.includes(esportsMatchId)) return -1
  const distance = Math.abs(scheduledMs - series.startMs)
  return distance <= sameSeriesMs ? distance : null
}

/** Converts joined odds for a history; a source's last price is its closing line. */
export function toSeriesOdds(joined: readonly JoinedOdds[]): readonly SeriesOdds[] {
  return joined.flatMap(({ source, teams, prices, series }) =>
    prices.map(({ capturedMs, odds, takeOdds }, index) => ({
      ...{ seriesId: series.id, book: bookOf(source), capturedMs, startMs: series.startMs },
      ...{ team1Id: teams[0], team2Id: teams[1], decimalOdds1: odds[0], decimalOdds2: odds[1] },
      ...(takeOdds && { takeOdds1: takeOdds[0], takeOdds2: takeOdds[1] }),
      ...(index === prices.length - 1 && { isClosing: true }),
    })),
  )
}

/** A played series, with the data by which odds are matched to it. */
export interface PlayedPair extends PricedSeries {
  /** Latest possible actual start; only earlier prices are from before the series. */
  readonly trueMs: number
  /** Ids that the schedule may use for it. */
  readonly matchIds: readonly string[]
}

/** The series of a replay, with the starts and ids that sources state. */
export function playedPairs({ history, games }: Pick<Replay, 'history' | 'games'>, stated: readonly StatedSeries[]) {
  const gameOf = new Map(games.map((game) => [game.id, game]))
  const startOf = new Map(stated.map(({ source, id, startedMs }) => [`${source}:${id}`, startedMs]))
  return history.series.map(({ id, startMs, team1Id, team2Id, games: own }) => {
    const named = own.flatMap((one) => {
      const game = gameOf.get(one.id)
      return game === undefined ? [] : statementsOf(game)
    })
    const ids = named.flatMap(({ source, seriesId }) => (seriesId === null ? [] : scheduledIds(source, seriesId)))
    const starts = named.flatMap(({ source, seriesId }) => startOf.get(`${source}:${seriesId}`) ?? [])
    const trueMs = Math.min(startMs, ...starts)
    return { id, startMs, team1Id, team2Id, trueMs, matchIds: [...new Set(ids)].sort() }
  })
}

/** Ids under which the schedule may list the series: that of lolesports, else the marked one of Leaguepedia. */
function scheduledIds(source: string, id: string): readonly string[] {
  if (source === 'lolesports') return [id]
  return source === 'leaguepedia' ? [`lp:${id}`, `leaguepedia:${id}`] : [`${source}:${id}`]
}

const unnamed = 'import'

function bookOf(source: string): string {
  return source === '' ? unnamed : source
}

function sourceOf(book: string): string {
  return book === unnamed ? '' : book
}

/** Adds captured odds to stored ones: prices are merged, and the start announced last is kept. */
export function addCaptured(kept: readonly CapturedOdds[], captured: readonly CapturedOdds[]): readonly CapturedOdds[] {
  const all = new Map(kept.map((odds) => [keyOf(odds), odds]))
  for (const stated of captured) {
    const odds = { ...stated, source: sourceOf(stated.source) }
    const known = all.get(keyOf(odds))
    const prices = known === undefined ? odds.prices : bothPrices(turned(known, odds.teams), odds.prices)
    all.set(keyOf(odds), { ...odds, prices })
  }
  return [...all.values()].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
}

function bothPrices(kept: readonly CapturedPrice[], captured: readonly CapturedPrice[]): readonly CapturedPrice[] {
  const times = new Set(kept.map(({ capturedMs }) => capturedMs))
  const fresh = captured.filter(({ capturedMs }) => !times.has(capturedMs))
  return [...kept, ...fresh].sort((a, b) => a.capturedMs - b.capturedMs)
}

function turned({ teams, prices }: CapturedOdds, [first]: CapturedOdds['teams']): readonly CapturedPrice[] {
  if (teams[0] === first) return prices
  return prices.map(({ odds: [a, b], takeOdds, ...price }) => {
    return { ...price, odds: [b, a], ...(takeOdds && { takeOdds: [takeOdds[1], takeOdds[0]] as const }) }
  })
}

function keyOf({ source, esportsMatchId }: CapturedOdds): string {
  return `${source} ${esportsMatchId}`
}

/** Columns of `odds.csv` in riftline's layout, followed by those of the capture. */
const required = [
  ...(['book', 'market', 'captured_at_utc', 'start_utc', 'team1_id', 'team2_id'] as const),
  ...(['decimal_odds1', 'decimal_odds2', 'series_id', 'is_closing_line', 'match_id', 'scheduled_utc'] as const),
] as const
/** Columns that older files lack; a cell is empty if its odds are unknown. */
const optional = ['take_odds1', 'take_odds2'] as const

/** Writes the odds of played series as `odds.csv` of riftline's layout: one row per price, the closing line marked. */
export function oddsText(joined: readonly JoinedOdds[]): string {
  const isTaken = joined.some(({ prices }) => prices.some(({ takeOdds }) => takeOdds !== undefined))
  const rows = joined.flatMap(({ source, esportsMatchId, scheduledMs, teams, prices, series }) =>
    prices.map(({ capturedMs, odds, takeOdds = [null, null] }, index) => [
      ...[bookOf(source), 'series', toUtc(capturedMs), toUtc(series.startMs), ...teams],
      ...[...odds, series.id, index === prices.length - 1, esportsMatchId, toUtc(scheduledMs)],
      ...(isTaken ? takeOdds : []),
    ]),
  )
  return toCsv(isTaken ? [...required, ...optional] : required, rows)
}

/** Reads captured odds; none if there is no file. @throws RiftlineError `sync_folder_invalid` for a file that no sync wrote */
export async function readOdds(path: string): Promise<readonly CapturedOdds[]> {
  if (!existsSync(path)) return []
  const damaged = (what: string) => new RiftlineError('sync_folder_invalid', `${what}: expected what a sync wrote`)
  const skipped: SkippedRow[] = []
  const kept = new Map<string, CapturedOdds & { readonly prices: CapturedPrice[] }>()
  const context = { skipped, onProgress: undefined }
  const reading = readRows({ path, name: path }, context, { required, optional }, (cells) => {
    const source = sourceOf(cells.text('book'))
    // An id may be any text, with spaces at its ends.
    const esportsMatchId = cells.raw('match_id') ?? ''
    const one = kept.get(`${source} ${esportsMatchId}`) ?? {
      ...{ esportsMatchId, source, scheduledMs: cells.time('scheduled_utc'), prices: [] },
      teams: [cells.id('team1_id'), cells.id('team2_id')] as const,
    }
    const [take1, take2] = optional.map((column) => (cells.raw(column) ? oddsCell(cells, column) : null))
    one.prices.push({
      capturedMs: cells.time('captured_at_utc'),
      odds: [oddsCell(cells, 'decimal_odds1'), oddsCell(cells, 'decimal_odds2')],
      ...((take1 || take2) && { takeOdds: [take1 ?? null, take2 ?? null] as const }),
    })
    kept.set(`${source} ${esportsMatchId}`, one)
  })
  await reading.catch((error: unknown) => {
    throw error instanceof RiftlineError ? damaged(error.message) : error
  })
  const [bad] = skipped
  if (bad !== undefined) throw damaged(`${path}, line ${bad.line}: ${bad.reason}`)
  return [...kept.values()]
}

/** Reads a price unrounded, so that captured prices keep every bit. */
function oddsCell<Column extends string>(cells: RowCells<Column>, column: Column): number {
  const price = Number(cells.raw(column) ?? '')
  if (!(price > 1 && price < Number.POSITIVE_INFINITY)) throw cells.expected(column, 'decimal odds above 1')
  return price
}
