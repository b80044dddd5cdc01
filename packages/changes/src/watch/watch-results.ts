import { dayMs, hourMs, parseUtc, toUtc } from '@riftline/base'
import { nearestSeries } from '@riftline/predictor'
import type { GradedSeries, KeptStore } from '@riftline/record'
import type { ChangeBatch, ChangeStore } from '../change.ts'
import { asBaseline, type ChangeWriter, type Watcher } from './change-writer.ts'
import { readScheduleMark, scheduleMarks } from './watch-schedule.ts'
import type { WatchedServing } from './watching-options.ts'

const guardKey = 'results'
const marksOfResults = 'result:'
/** Results of series that began longer ago are not written. */
const watchedMs = 30 * dayMs
const rememberedMs = 2 * watchedMs
/** Greatest time between the starts that two readings of the history state for one series. */
const sameStartMs = 20 * 60_000
/** Greatest time between the announced start of a series and its first map. */
const sameSeriesMs = 12 * hourMs

export interface ResultsWatch {
  readonly writer: ChangeWriter
  readonly store: Pick<ChangeStore, 'marks'>
  readonly serving: { readonly current: WatchedServing }
  readonly kept: Pick<KeptStore, 'read'>
}

/** A series of the schedule, by the present ids of its teams. */
interface Announced {
  readonly seriesId: string
  readonly startMs: number
  readonly pair: string
}

/**
 * Watches the results of the artifacts in use. Each series is written once, recognised by its teams and its start: a new build of the
 * artifacts may give it another id.
 */
export function watchResults({ writer, store, serving, kept }: ResultsWatch): Watcher {
  let settled: unknown = null
  return {
    async look(nowMs) {
      const { record } = serving.current
      if (record === null || record === settled) return
      const { series, formerIds } = await record.results()
      const marks = await writer.marks()
      const idNow = (id: number): number => formerIds.get(id) ?? id
      const recent = series.filter(({ startMs }) => startMs > nowMs - watchedMs)
      const known = knownStarts(marks)
      const isWritten = ({ team1Id, team2Id, startMs }: GradedSeries): boolean =>
        known.get(pairOf(idNow(team1Id), idNow(team2Id)))?.some((one) => Math.abs(one - startMs) <= sameStartMs) ===
        true
      const news = recent.filter((one) => !isWritten(one)).reverse()
      const isFirst = !marks.has(guardKey)
      const ids =
        news.length === 0 || isFirst
          ? new Map<GradedSeries, Announced>()
          : announcedSeries(news, await announced(store, kept, idNow), idNow)
      const batches = news.map((one) => batchOf(one, ids.get(one)?.seriesId ?? null, idNow))
      const all = isFirst ? [asBaseline(guardKey, batches)] : [...batches, ...forgotten(marks, nowMs)]
      if (await writer.write(all)) settled = record
    },
  }
}

/** Starts of the results that were written, by the pair of teams in their keys. */
function knownStarts(marks: ReadonlyMap<string, string>): ReadonlyMap<string, readonly number[]> {
  const starts = new Map<string, readonly number[]>()
  for (const [key, startUtc] of marks) {
    const pair = key.slice(marksOfResults.length, key.lastIndexOf(' '))
    if (key !== guardKey) starts.set(pair, [...(starts.get(pair) ?? []), parseUtc(startUtc)!])
  }
  return starts
}

function batchOf(graded: GradedSeries, seriesId: string | null, idNow: (id: number) => number): ChangeBatch {
  const { seriesId: resultId, startMs, outcome, wins1, wins2 } = graded
  const [team1Id, team2Id] = [idNow(graded.team1Id), idNow(graded.team2Id)]
  const winnerTeamId = outcome === 1 ? team1Id : team2Id
  const fields = { seriesId, resultId, team1Id, team2Id, winnerTeamId, wins1, wins2 }
  const startUtc = toUtc(startMs)
  const guard = { key: `${marksOfResults}${pairOf(team1Id, team2Id)} ${startUtc}`, from: null, to: startUtc }
  return { guard, marks: [], changes: [{ type: 'series.finished', fields }] }
}

function forgotten(marks: ReadonlyMap<string, string>, nowMs: number): readonly ChangeBatch[] {
  return [...marks].flatMap(([key, from]) => {
    if (key === guardKey || parseUtc(from)! > nowMs - rememberedMs) return []
    return [{ guard: { key, from, to: null }, marks: [], changes: [] }]
  })
}

/** Series that have begun: those that the schedule had of late, and those with a kept forecast. */
async function announced(
  store: ResultsWatch['store'],
  kept: ResultsWatch['kept'],
  idNow: (id: number) => number,
): Promise<readonly Announced[]> {
  const begun = [...(await store.marks(scheduleMarks)).values()].map(readScheduleMark).filter(({ isGone }) => isGone)
  const listed = begun.map(({ last }) => ({ ...last, startUtc: last.scheduledUtc }))
  const { lines } = await kept.read()
  return [...listed, ...lines].map(({ seriesId, startUtc, team1Id, team2Id }) => {
    return { seriesId, startMs: parseUtc(startUtc)!, pair: pairOf(idNow(team1Id), idNow(team2Id)) }
  })
}

/** Joins results to series of the schedule of the same teams: the nearest starts first, each series once. */
function announcedSeries(
  graded: readonly GradedSeries[],
  series: readonly Announced[],
  idNow: (id: number) => number,
): ReadonlyMap<GradedSeries, Announced> {
  const ofTeams = ({ team1Id, team2Id }: GradedSeries): readonly Announced[] => {
    const pair = pairOf(idNow(team1Id), idNow(team2Id))
    return series.filter((one) => one.pair === pair)
  }
  return nearestSeries(graded, ofTeams, sameSeriesMs, ({ seriesId }) => seriesId)
}

function pairOf(one: number, other: number): string {
  return one < other ? `${one} ${other}` : `${other} ${one}`
}
