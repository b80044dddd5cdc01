import type { StatedName, StatedSeries } from '@riftline/predictor'
import type { SourceSettings } from '../settings.ts'
import { SourceError, type SourceFault } from '../source-error.ts'
import {
  notConfigured,
  nothingStated,
  openRunClient,
  type RunOptions,
  requireRun,
  type SkippedPart,
  type SourceRun,
  scheduleMs,
  toFailure,
} from '../source-run.ts'
import {
  type FeedWindow,
  type Gateway,
  hasGameBegun,
  listEvents,
  readDetails,
  readWindow,
  type ScheduleEvent,
  toEvent,
} from './schedule.ts'
import { type ReadMatch, seriesOfMatch, startedMs, toGames } from './to-stated.ts'

/** Delay after which a match that has not begun counts as postponed. */
const longestDelayMs = 12 * 3_600_000
const ownPauseMs = 500

/**
 * Reads lolesports' games and series from `sinceMs` to now, and its schedule 60 days ahead, in full or not at all. Off without a key.
 */
export async function readLolesports(settings: SourceSettings, run: RunOptions): Promise<SourceRun> {
  requireRun(run)
  const { lolesportsUrl: url, lolesportsFeedUrl: feedUrl, lolesportsKey: key } = settings
  const before = { ...nothingStated, known: run.known ?? {} }
  if (key === null) return { ...before, ...notConfigured('RIFTLINE_LOLESPORTS_KEY is not set') }
  const client = openRunClient(settings, run, ownPauseMs)
  const nowMs = run.time.now()
  try {
    const matches = await readMatches({ http: client, url, key }, feedUrl, run, nowMs)
    const { requests, known } = client
    const stated = toRun(matches, nowMs)
    return { status: 'ok', fault: null, reason: null, requests, known, ...stated, coveredUntilMs: nowMs }
  } catch (error) {
    return { ...before, ...toFailure(error), requests: client.requests }
  } finally {
    await client.close()
  }
}

interface ReadMatches {
  readonly matches: readonly ReadMatch[]
  readonly skipped: readonly SkippedPart[]
}

async function readMatches(gateway: Gateway, feedUrl: string, { sinceMs, onProgress }: RunOptions, nowMs: number) {
  const skipped: SkippedPart[] = []
  const untilMs = nowMs + scheduleMs
  const raw = await listEvents(gateway, sinceMs, untilMs)
  const read = await readEach(raw, (one, index) => toEvent(one, `getSchedule, event ${index}`), skipped)
  const events = new Map<string, ScheduleEvent>()
  for (const event of read) {
    if (event !== null && event.startMs >= sinceMs && event.startMs <= untilMs) events.set(event.matchId, event)
  }
  const inTime = [...events.values()].sort((a, b) => a.startMs - b.startMs || (a.matchId < b.matchId ? -1 : 1))
  const begun = inTime.filter(({ state }) => state !== 'unstarted')
  const of = begun.length + 1
  const readOne = (event: ScheduleEvent, done: number): Promise<ReadMatch> => {
    onProgress?.({ done: done + 1, of })
    return readMatch(gateway, feedUrl, event, skipped)
  }
  const matches = await readEach(begun, readOne, skipped)
  onProgress?.({ done: of, of })
  const toCome = inTime.filter(({ state }) => state === 'unstarted')
  return { matches: [...matches, ...toCome.map((event) => ({ event, details: null, windows: new Map() }))], skipped }
}

/** Reads items one by one. Malformed and refused ones are skipped; if all fail, the first fault is thrown. */
async function readEach<Raw, Read>(
  all: readonly Raw[],
  read: (one: Raw, index: number) => Read | Promise<Read>,
  skipped: SkippedPart[],
): Promise<readonly Read[]> {
  const results: Read[] = []
  let fault: SourceError | null = null
  for (const [index, one] of all.entries()) {
    try {
      results.push(await read(one, index))
    } catch (error) {
      const isMisshapen = error instanceof SourceError && error.fault === 'shape'
      // If the key is rejected, the service will refuse all further requests too.
      if (!isMisshapen && (!isOfOne(error) || error.status === 403)) throw error
      fault ??= error
      skipped.push({ what: error.message, why: isMisshapen ? 'bad_row' : 'no_answer' })
    }
  }
  if (fault !== null && results.length === 0) throw fault
  return results
}

async function readMatch(gateway: Gateway, feedUrl: string, event: ScheduleEvent, skipped: SkippedPart[]) {
  const windows = new Map<string, FeedWindow | null>()
  const details = await readDetails(gateway, event.matchId)
  for (const game of details?.games ?? []) {
    if (hasGameBegun(game)) windows.set(game.id, await readFeed(gateway, feedUrl, game.id, skipped))
  }
  return { event, details, windows }
}

const ofOneAnswer: ReadonlySet<SourceFault> = new Set(['status', 'html', 'not_json', 'encoding', 'too_large'])

/** Whether the fault concerns only this answer, so that others may succeed. */
function isOfOne(error: unknown): error is SourceError {
  return error instanceof SourceError && ofOneAnswer.has(error.fault) && (error.status ?? 0) < 500
}

/** Reads the feed of a game; null if it is refused: the match then counts without its first frames. */
async function readFeed({ http }: Gateway, feedUrl: string, gameId: string, skipped: SkippedPart[]) {
  try {
    return await readWindow(http, feedUrl, gameId)
  } catch (error) {
    // The feed needs no key, so `credentials` concerns only this game.
    if (!isOfOne(error) && !(error instanceof SourceError && error.fault === 'credentials')) throw error
    skipped.push({ what: `feed of game ${gameId}: ${error.message}`, why: 'no_answer' })
    return null
  }
}

function toRun({ matches, skipped: misshapen }: ReadMatches, nowMs: number) {
  const skipped = [...misshapen]
  const believed = matches.flatMap((match) => {
    if (!isOverBeforeStart(match, nowMs)) return [match]
    skipped.push({ what: `series ${match.event.matchId}`, why: 'completed_before_start' })
    // If no game has begun, the schedule is wrong about the end, and the match is still to come.
    const isToCome = match.details !== null && !match.details.games.some(hasGameBegun)
    return isToCome ? [{ ...match, event: asToCome(match.event), details: null }] : []
  })
  const series = withKnownIds(believed.map(seriesOfMatch))
  return {
    games: believed.flatMap(toGames),
    series: series.filter(({ state }) => state !== 'upcoming'),
    scheduled: series.filter(({ state, scheduledMs }) => state === 'upcoming' && scheduledMs > nowMs - longestDelayMs),
    skipped,
  }
}

/** Whether a match or one of its games is over before the announced start, without a frame that shows an earlier start. */
function isOverBeforeStart(match: ReadMatch, nowMs: number): boolean {
  const isOver = match.event.state === 'completed' || toGames(match).length > 0
  if (!isOver || match.event.startMs <= nowMs) return false
  const beganMs = startedMs(match)
  return beganMs === null || beganMs > nowMs
}

function asToCome(event: ScheduleEvent): ScheduleEvent {
  const [first, second] = event.teams
  const blank = { gameWins: null, hasWon: false }
  return {
    ...event,
    state: 'unstarted',
    teams: [
      { ...first, ...blank },
      { ...second, ...blank },
    ],
  }
}

/** Adds team ids from matches that have begun, since the schedule has only names. */
function withKnownIds(series: readonly StatedSeries[]): readonly StatedSeries[] {
  const ids = new Map<string, string>()
  for (const { name, sourceId } of series.flatMap(({ teams }) => teams)) if (sourceId !== null) ids.set(name, sourceId)
  const known = ({ name, sourceId }: StatedName): StatedName => ({ name, sourceId: sourceId ?? ids.get(name) ?? null })
  return series.map((one) => ({ ...one, teams: [known(one.teams[0]), known(one.teams[1])] }))
}
