import { createHash } from 'node:crypto'
import { hourMs, parseUtc } from '@riftline/base'
import { fromStored, type OddsStore, type StoredSeries, type StoredSnapshot } from '@riftline/odds'
import type { Schedule } from '@riftline/predictor'
import type { ChangeBatch, NewChange } from '../change.ts'
import { asBaseline, type ChangeWriter, type Watcher } from './change-writer.ts'
import type { WatchedServing } from './watching-options.ts'

const guardKey = 'odds'
/** Interval of looks at what other processes added. */
const readEachMs = 3000
/** Series are watched from this time after their start no more. */
const watchedMs = 12 * hourMs
const rememberedMs = 24 * hourMs

export interface OddsWatch {
  readonly writer: ChangeWriter
  readonly odds: Pick<OddsStore, 'edition' | 'scheduledFrom'>
  readonly schedule: { readonly current: Schedule | null }
  readonly serving: { readonly current: WatchedServing }
}

/** The standing price of one source on one series. */
interface StandingPrice {
  readonly key: string
  readonly snapshot: StoredSnapshot
  readonly startMs: number
}

/** The price that was written last. */
interface WrittenPrice {
  readonly capturedAt: number
  readonly digest: string
  readonly isClosed: boolean
  readonly startMs: number
}

/**
 * Watches captured odds. The newest snapshot of each source is written when its prices differ from those written before, and once more
 * when the series has begun, from when on later snapshots do not count. The start is that of the schedule, if it has the series.
 */
export function watchOdds({ writer, odds, schedule, serving }: OddsWatch): Watcher {
  const digestOf = createDigests()
  let settled: { readonly edition: object; readonly of: Schedule | null; readonly dueMs: number } | null = null
  let nextMs = Number.NEGATIVE_INFINITY
  const isSettled = (nowMs: number): boolean =>
    settled?.edition === odds.edition() && settled.of === schedule.current && nowMs < settled.dueMs

  return {
    async look(nowMs) {
      const isLate = nowMs >= nextMs || nowMs < nextMs - readEachMs
      if (isSettled(nowMs) && !isLate) return
      nextMs = nowMs + readEachMs
      const { current: of } = schedule
      const matches = await odds.scheduledFrom(nowMs - watchedMs, nowMs)
      if (isSettled(nowMs)) return
      const edition = odds.edition()
      const prices = standingPrices(matches, of, nowMs)
      const marks = await writer.marks()
      const teams = serving.current.index.teams.byId
      const idNow = (id: number): number => teams.get(id)?.id ?? id
      const batches = prices.flatMap((price) => batchOf(marks.get(price.key), price, { digestOf, idNow, nowMs }))
      const isFirst = !marks.has(guardKey)
      const all = isFirst ? [asBaseline(guardKey, batches)] : [...batches, ...forgotten(marks, prices, nowMs)]
      if (!(await writer.write(all))) return
      const starts = prices.map(({ startMs }) => startMs).filter((startMs) => startMs > nowMs)
      settled = { edition, of, dueMs: Math.min(...starts) }
    },
  }
}

/** The last price of each source on each series, up to the start of a series that has begun. */
function standingPrices(
  matches: readonly StoredSeries[],
  of: Schedule | null,
  nowMs: number,
): readonly StandingPrice[] {
  const starts = new Map(
    of?.series.map(({ id, scheduledUtc, startedUtc }) => [id, parseUtc(startedUtc ?? scheduledUtc)]),
  )
  return matches.flatMap(({ esportsMatchId, scheduledAt, snapshots }) => {
    const startMs = starts.get(esportsMatchId) ?? scheduledAt
    if (startMs < nowMs - watchedMs) return []
    const standing = startMs <= nowMs ? snapshots.filter(({ capturedAt }) => capturedAt < startMs) : snapshots
    const bySource = new Map(standing.map((one) => [one.source, one]))
    return [...bySource].map(([source, snapshot]) => ({ key: `odds:${source} ${esportsMatchId}`, snapshot, startMs }))
  })
}

interface Compared {
  readonly digestOf: (snapshot: StoredSnapshot) => string
  /** Returns the present id of a team. */
  readonly idNow: (id: number) => number
  readonly nowMs: number
}

/** The batch that writes a standing price; none if it was written. */
function batchOf(
  mark: string | undefined,
  { key, snapshot, startMs }: StandingPrice,
  { digestOf, idNow, nowMs }: Compared,
): readonly ChangeBatch[] {
  const before = mark === undefined ? null : readPriceMark(mark)
  const { capturedAt } = snapshot
  const digest = digestOf(snapshot)
  const isNew = before === null || (capturedAt > before.capturedAt && digest !== before.digest)
  const hasBegun = startMs <= nowMs
  const closes = hasBegun && before?.isClosed !== true
  if (!isNew && !closes) return []
  const { match, source = '' } = fromStored(snapshot)
  const { esportsMatchId, team1, team2 } = match
  const fields = { source, esportsMatchId, team1Id: idNow(team1.id), team2Id: idNow(team2.id) }
  const changes: NewChange[] = []
  if (isNew) changes.push({ type: 'odds.captured', fields })
  if (closes) changes.push({ type: 'odds.closed', fields })
  const price = isNew ? { capturedAt, digest } : before
  const to = [price.capturedAt, price.digest, startMs, hasBegun ? 'closed' : 'open'].join(' ')
  return [{ guard: { key, from: mark ?? null, to }, marks: [], changes }]
}

function readPriceMark(mark: string): WrittenPrice {
  const [capturedAt, digest = '', startMs, state] = mark.split(' ')
  return { capturedAt: Number(capturedAt), digest, startMs: Number(startMs), isClosed: state === 'closed' }
}

/** Batches that forget the prices of series that began long ago. */
function forgotten(
  marks: ReadonlyMap<string, string>,
  prices: readonly StandingPrice[],
  nowMs: number,
): readonly ChangeBatch[] {
  const standing = new Set(prices.map(({ key }) => key))
  return [...marks].flatMap(([key, from]) => {
    if (key === guardKey || standing.has(key) || readPriceMark(from).startMs > nowMs - rememberedMs) return []
    return [{ guard: { key, from, to: null }, marks: [], changes: [] }]
  })
}

/** Creates digests of the prices of snapshots, each of which is read once. */
function createDigests(): (snapshot: StoredSnapshot) => string {
  const known = new WeakMap<StoredSnapshot, string>()
  return (snapshot) => {
    const digest = known.get(snapshot) ?? pricesDigest(snapshot)
    known.set(snapshot, digest)
    return digest
  }
}

function pricesDigest(snapshot: StoredSnapshot): string {
  const { markets, mapWinners = null } = fromStored(snapshot)
  return createHash('sha256')
    .update(JSON.stringify([markets, mapWinners]))
    .digest('base64url')
    .slice(0, 16)
}
