import { dayMs, hasCode, parseUtc, requireOptions, toUtc } from '@riftline/base'
import { type Clock, createSingle, errorFields, type Log, type Timers } from '@riftline/base/node'
import type { Schedule, ScheduledSeries } from '@riftline/predictor'
import { createForecastMemory, type MadeForecast, type MomentOfForecast } from './forecast-scheduled.ts'
import type { KeptStore } from './kept-chain.ts'
import { type KeptLine, keysOfKept } from './kept-line.ts'

/** Counters of kept forecasts and their help texts. */
export const keptCounters = {
  forecasts_kept_total: 'Forecasts kept at the start of a scheduled series.',
  forecasts_not_kept_total: 'Scheduled series that began without a kept forecast.',
} as const

/** Dependencies of a keeper. Moments are milliseconds since 1970. */
export interface KeepingOptions {
  readonly store: KeptStore
  /** The current schedule; null before a first one. */
  readonly schedule: { readonly current: Schedule | null }
  /** Forecasts a series for a moment; null for a series without a forecast. */
  readonly forecast: (series: ScheduledSeries, at: number) => MadeForecast | null
  /** Value that changes with the artifacts. */
  readonly artifacts: () => unknown
  /** The market's chance of the first team by the last prices before a moment. */
  readonly market: (series: ScheduledSeries, before: number) => Promise<KeptLine['market']>
  readonly clock: Pick<Clock, 'now'>
  readonly timers: Pick<Timers, 'every'>
  readonly log: Log
  readonly metrics: { count(name: keyof typeof keptCounters): void }
}

/** A running keeper. */
export interface Keeping {
  /** Looks at schedule and clock once, as a timer does every second. Never rejects. */
  look(): Promise<void>
  /** Stops, finishes a line that is being written, and closes the store. */
  close(): Promise<void>
}

const lookMs = 1000
/** A series is forecast from this time before its start on. */
const aheadMs = dayMs
const freshMs = 60_000
/** A forecast that is older than this at the start is made anew just before it. */
const lastFreshMs = 5000
/** Forecasts made at one look, so that calls never wait long behind them. */
const mostForecasts = 4
/** Time after a start within which another process on the same database may still be keeping the line. */
const graceMs = 5000
/** Series that began longer ago than this are not reported any more. */
const reportedMs = 7 * dayMs

/**
 * Keeps, at the start of each series of the schedule, the last forecast made before it. Looks every second; forecasts of the coming
 * 24 hours are made anew every minute, with new artifacts, with a new schedule, and in the last five seconds.
 *
 * A series that is postponed after its line was written gets another line at its new start. A series that began before its
 * announced start gets the last forecast made before the actual one. Nothing is kept after the fact: a start without a line is
 * logged as `forecast_not_kept`.
 */
export function startKeeping(options: KeepingOptions): Keeping {
  const names = ['store', 'schedule', 'forecast', 'artifacts', 'market', 'clock', 'timers', 'log', 'metrics']
  requireOptions(options, names)
  const { store, schedule, clock, timers, log } = options
  const keeper: Keeper = { ...options, planned: [], of: null, memories: new Map(), settled: new Set() }
  let isFailing = false

  const looking = createSingle(async () => {
    try {
      if (schedule.current === null) return
      if (keeper.of !== schedule.current) plan(keeper, schedule.current)
      const now = clock.now()
      makeForecasts(keeper, now)
      for (const one of keeper.planned) await keepIfDue(keeper, one, now)
      isFailing = false
    } catch (error) {
      if (!isFailing) log({ level: 'error', event: 'forecast_keeping_failed', ...errorFields(error) })
      isFailing = true
    }
  })
  const stop = timers.every(lookMs, () => void looking.run())
  // A start right before a series must not miss it by a second.
  void looking.run()
  return {
    look: () => looking.run(),
    async close() {
      stop()
      await looking.idle()
      await store.close()
    },
  }
}

interface Keeper extends KeepingOptions {
  /** Series of the schedule, each once, the soonest first. */
  planned: readonly Planned[]
  /** Schedule that the plan was made of. */
  of: Schedule | null
  /** Forecasts by series. */
  readonly memories: Map<string, SeriesMemory>
  /** Starts that are kept or reported. */
  readonly settled: Set<string>
}

interface Planned {
  readonly series: ScheduledSeries
  /** The announced start, or the actual one if that was earlier. */
  readonly startMs: number
  readonly isEarly: boolean
  /** Series with this start. */
  readonly key: string
}

interface SeriesMemory {
  readonly forecasts: ReturnType<typeof createForecastMemory>
  /** Moment, artifacts and schedule of the last attempt to make a forecast. */
  triedMs: number
  artifacts: unknown
  of: Schedule | null
  /** Moment of the last forecast that was kept. */
  keptMs: number | null
}

/** Plans the series of a schedule, and forgets those that it no longer has. A series that is listed twice is planned once. */
function plan(keeper: Keeper, of: Schedule): void {
  const seen = new Set<string>()
  const planned = of.series.flatMap((series): readonly Planned[] => {
    const { id, scheduledUtc, startedUtc } = series
    const scheduledMs = parseUtc(scheduledUtc) ?? 0
    const startMs = Math.min(scheduledMs, parseUtc(startedUtc ?? '') ?? scheduledMs)
    const { ofTeams } = keysOfKept({ ...idsOf(series), startUtc: toUtc(startMs) })
    if (seen.has(JSON.stringify(id)) || seen.has(ofTeams)) return []
    seen.add(JSON.stringify(id)).add(ofTeams)
    return [{ series, startMs, isEarly: startMs < scheduledMs, key: `${startMs} ${id}` }]
  })
  keeper.of = of
  keeper.planned = planned.sort((a, b) => a.startMs - b.startMs)
  const [ids, keys] = [new Set(planned.map(({ series }) => series.id)), new Set(planned.map(({ key }) => key))]
  for (const id of keeper.memories.keys()) if (!ids.has(id)) keeper.memories.delete(id)
  for (const key of keeper.settled) if (!keys.has(key)) keeper.settled.delete(key)
}

function idsOf({ id, team1, team2 }: ScheduledSeries) {
  return { seriesId: id, team1Id: team1.id, team2Id: team2.id }
}

/** Makes forecasts that are missing or out of date, those of the soonest series first. */
function makeForecasts(keeper: Keeper, now: number): void {
  const { memories, of } = keeper
  const artifacts = keeper.artifacts()
  let left = mostForecasts
  for (const { series, startMs } of keeper.planned) {
    if (startMs <= now || series.startedUtc !== null) continue
    if (startMs > now + aheadMs || left === 0) return
    const memory = memories.get(series.id) ?? newMemory()
    const { triedMs } = memory
    const isOld = !(triedMs <= now && now < triedMs + freshMs)
    const isLast = now >= startMs - lastFreshMs && triedMs < startMs - lastFreshMs
    if (!isOld && !isLast && memory.artifacts === artifacts && memory.of === of) continue
    memories.set(series.id, Object.assign(memory, { triedMs: now, artifacts, of }))
    left -= 1
    const made = tryForecast(keeper, series, now)
    if (made === null) memory.forecasts.forget()
    else if (made !== undefined) memory.forecasts.add(now, made)
  }
}

/** Makes a forecast. Undefined for an error, which is logged, so that one series does not hinder the others. */
function tryForecast({ forecast, log }: Keeper, series: ScheduledSeries, at: number): MadeForecast | null | undefined {
  try {
    return forecast(series, at)
  } catch (error) {
    log({ level: 'error', event: 'forecast_not_made', seriesId: series.id, ...errorFields(error) })
    return undefined
  }
}

function newMemory(): SeriesMemory {
  return {
    forecasts: createForecastMemory(),
    triedMs: Number.NEGATIVE_INFINITY,
    artifacts: null,
    of: null,
    keptMs: null,
  }
}

/** Keeps the line of a series that has begun, or reports that it has none. Rejects with errors of the store. */
async function keepIfDue(keeper: Keeper, planned: Planned, now: number): Promise<void> {
  const { series, startMs, key } = planned
  if (startMs > now || startMs <= now - reportedMs || keeper.settled.has(key)) return
  const memory = keeper.memories.get(series.id)
  const last = memory?.forecasts.before(startMs)
  const why = memory === undefined || last === undefined ? noForecast : await keep(keeper, planned, memory, last)
  if (why === null || (now >= startMs + graceMs && (await reportUnlessKept(keeper, planned, why))))
    keeper.settled.add(key)
}

const noForecast = 'no forecast was made before the start'

/** Keeps a forecast, unless it was kept for another start of its series. Returns why nothing can be kept; null if nothing hinders it. */
async function keep(
  keeper: Keeper,
  { series, startMs, isEarly }: Planned,
  memory: SeriesMemory,
  { madeMs, made }: MomentOfForecast,
): Promise<string | null> {
  if (memory.keptMs === madeMs) return null
  const { store, log, metrics } = keeper
  // Services that do not know the actual start state a later one at each reading.
  if (isEarly) memory.forecasts.forget(startMs)
  const [keptAtUtc, startUtc] = [toUtc(madeMs), toUtc(startMs)]
  const market = await keeper.market(series, startMs).catch((error: unknown) => {
    log({ level: 'error', event: 'market_not_read', seriesId: series.id, ...errorFields(error) })
    return null
  })
  try {
    const outcome = await store.append({ keptAtUtc, seriesId: series.id, startUtc, ...made, market })
    memory.keptMs = madeMs
    if (outcome === 'known') return null
  } catch (error) {
    if (hasCode(error, 'kept_chain_broken')) return error.message
    throw error
  }
  metrics.count('forecasts_kept_total')
  log({ level: 'info', event: 'forecast_kept', seriesId: series.id, startUtc, keptAtUtc })
  return null
}

/** Reports a series without a line, once. Returns whether it is known that the series has a line, needs none, or was reported. */
async function reportUnlessKept(
  keeper: Keeper,
  { series, startMs, isEarly }: Planned,
  reason: string,
): Promise<boolean> {
  const made = tryForecast(keeper, series, startMs)
  if (made === null) return true
  const { lines, fault } = await keeper.store.read()
  if (fault?.kind === 'unreadable') return false
  const startUtc = toUtc(startMs)
  const { ofSeries, ofTeams } = keysOfKept({ ...idsOf(series), startUtc, ...made })
  const isKept = lines.some((line) => {
    const keys = keysOfKept(line)
    if (keys.ofSeries === ofSeries || keys.ofTeams === ofTeams) return true
    return isEarly && line.seriesId === series.id && line.keptAtUtc < startUtc
  })
  if (isKept) return true
  keeper.metrics.count('forecasts_not_kept_total')
  keeper.log({ level: 'warn', event: 'forecast_not_kept', seriesId: series.id, startUtc, reason })
  return true
}
