import type { DroppedSnapshots, SegmentRecord } from './segment.ts'
import type { OddsSnapshot } from './snapshot.ts'
import { fromStored, mostAheadMs, type StoredSnapshot, type TeamPair, teamPair } from './stored-snapshot.ts'

/** How many snapshots a match keeps until it is well in the past, and when that is. */
const keptPerMatch = 100
const pastMs = 7 * 24 * 3_600_000

interface MatchHistory {
  /** By `capturedAt`, then `source`, never empty. The last one that is not captured in the future says when and between whom the match is. */
  readonly snapshots: StoredSnapshot[]
  /** `capturedAt` by source of snapshots that were thinned out, so that they are not taken for new ones. */
  readonly dropped: Map<string, Set<number>>
}

/** The odds of one match between two teams, as its newest snapshot tells of it. */
export interface StoredSeries {
  readonly esportsMatchId: string
  readonly scheduledAt: number
  /** Oldest first, none captured in the future. */
  readonly snapshots: readonly StoredSnapshot[]
}

/** Every snapshot that is known, by match. The order in which they are added makes no difference. */
export class OddsBook {
  readonly #matches = new Map<string, MatchHistory>()
  /** The matches that some snapshot puts between two teams. */
  readonly #byPair = new Map<TeamPair, Set<MatchHistory>>()
  #sizeChars = 0

  get sizeChars(): number {
    return this.#sizeChars
  }

  has(snapshot: StoredSnapshot): boolean {
    const { esportsMatchId, capturedAt, source } = snapshot
    const history = this.#matches.get(esportsMatchId)
    if (history === undefined) return false
    if (history.dropped.get(source)?.has(capturedAt)) return true
    const known = history.snapshots[placeOf(history, snapshot)]
    return known?.capturedAt === capturedAt && known.source === source
  }

  /** Those whose key is neither known nor given before, oldest first, so that adding them one by one is cheap. */
  newOnes(snapshots: readonly StoredSnapshot[]): readonly StoredSnapshot[] {
    const byKey = new Map<string, StoredSnapshot>()
    for (const snapshot of snapshots) {
      // No source has a blank.
      const key = `${snapshot.capturedAt} ${snapshot.source} ${snapshot.esportsMatchId}`
      if (!byKey.has(key) && !this.has(snapshot)) byKey.set(key, snapshot)
    }
    return [...byKey.values()].sort((a, b) => a.capturedAt - b.capturedAt)
  }

  /** Keeps a snapshot unless its key is known: the first one stays. */
  add(snapshot: StoredSnapshot): void {
    if (this.has(snapshot)) return
    const history = this.#historyOf(snapshot.esportsMatchId)
    history.snapshots.splice(placeOf(history, snapshot), 0, snapshot)
    this.#sizeChars += snapshot.json.length
    const histories = this.#byPair.get(snapshot.pair) ?? new Set()
    this.#byPair.set(snapshot.pair, histories.add(history))
  }

  addDropped({ esportsMatchId, capturedAt, source = '' }: DroppedSnapshots): void {
    const times = droppedOf(this.#historyOf(esportsMatchId), source)
    for (const time of capturedAt) times.add(time)
  }

  /** The latest snapshot of the next series between two teams: the one that starts first, but not before `now`. */
  next(teamA: number, teamB: number, now: number): OddsSnapshot | null {
    let next: StoredSnapshot | null = null
    const pair = teamPair(teamA, teamB)
    for (const history of this.#byPair.get(pair) ?? []) {
      const latest = latestOf(history, now)
      // A newer snapshot may name other teams.
      if (latest?.pair !== pair || latest.scheduledAt < now) continue
      if (next === null || isEarlier(latest, next)) next = latest
    }
    return next && fromStored(next)
  }

  /** The matches between two teams, past ones too. */
  between(teamA: number, teamB: number, now: number): readonly StoredSeries[] {
    const pair = teamPair(teamA, teamB)
    return [...(this.#byPair.get(pair) ?? [])].flatMap((history) => {
      const latest = latestOf(history, now)
      return latest?.pair === pair ? toldOf(history, latest) : []
    })
  }

  /** The matches that are scheduled from one moment up to another, the latter not among them. */
  scheduled(from: number, until: number, now: number): readonly StoredSeries[] {
    return [...this.#matches.values()].flatMap((history) => {
      const latest = latestOf(history, now)
      return latest !== undefined && latest.scheduledAt >= from && latest.scheduledAt < until
        ? toldOf(history, latest)
        : []
    })
  }

  /** The last snapshot before the start of a series that has started: from then on it is the closing line. */
  closing(esportsMatchId: string, now: number): OddsSnapshot | null {
    const history = this.#matches.get(esportsMatchId)
    if (history === undefined) return null
    const { scheduledAt = Number.POSITIVE_INFINITY } = latestOf(history, now) ?? {}
    const closing = now <= scheduledAt ? null : closingOf(history, scheduledAt)
    return closing && { ...fromStored(closing), isClosingLine: true }
  }

  /**
   * Forgets what nobody will need. Of a match stay the first, the latest and the closing snapshot of each source; until it is well
   * in the past, the newest too. Those captured in the future stay, beside the number that is kept.
   */
  thin(now: number): void {
    for (const history of this.#matches.values()) {
      const latest = latestOf(history, now)
      if (latest === undefined) continue
      const isPast = now - latest.scheduledAt > pastMs
      const kept = keptOf(history, latest, isPast ? 0 : keptPerMatch)
      for (const snapshot of history.snapshots) {
        if (kept.has(snapshot)) continue
        this.#sizeChars -= snapshot.json.length
        droppedOf(history, snapshot.source).add(snapshot.capturedAt)
      }
      if (isPast) history.dropped.clear()
      history.snapshots.splice(0, history.snapshots.length, ...history.snapshots.filter((one) => kept.has(one)))
    }
  }

  /** Everything known, as it is written. */
  *records(): Generator<SegmentRecord> {
    for (const [esportsMatchId, { snapshots, dropped }] of this.#matches) {
      for (const snapshot of snapshots) yield { snapshot }
      for (const [source, times] of dropped) {
        const capturedAt = [...times].sort((a, b) => a - b)
        yield { dropped: { esportsMatchId, capturedAt, ...(source !== '' && { source }) } }
      }
    }
  }

  #historyOf(esportsMatchId: string): MatchHistory {
    const known = this.#matches.get(esportsMatchId)
    if (known !== undefined) return known
    const history: MatchHistory = { snapshots: [], dropped: new Map() }
    this.#matches.set(esportsMatchId, history)
    return history
  }
}

function droppedOf({ dropped }: MatchHistory, source: string): Set<number> {
  const times = dropped.get(source) ?? new Set()
  dropped.set(source, times)
  return times
}

type Place = Pick<StoredSnapshot, 'capturedAt' | 'source'>

/** Where a time and source is or would stand. */
function placeOf({ snapshots }: MatchHistory, place: Place): number {
  let [low, high] = [0, snapshots.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (isBefore(snapshots[middle]!, place)) low = middle + 1
    else high = middle
  }
  return low
}

function isBefore(a: Place, b: Place): boolean {
  return a.capturedAt < b.capturedAt || (a.capturedAt === b.capturedAt && a.source < b.source)
}

/** The last snapshot whose time has come. */
function latestOf(history: MatchHistory, now: number): StoredSnapshot | undefined {
  const { snapshots } = history
  const last = snapshots.at(-1)
  if (last === undefined || last.capturedAt <= now + mostAheadMs) return last
  return snapshots[placeOf(history, { capturedAt: now + mostAheadMs + 1, source: '' }) - 1]
}

/** A match as its latest snapshot tells of it. */
function toldOf({ snapshots }: MatchHistory, latest: StoredSnapshot): StoredSeries {
  const { esportsMatchId, scheduledAt, pair } = latest
  const told = snapshots.slice(0, snapshots.indexOf(latest) + 1)
  return { esportsMatchId, scheduledAt, snapshots: told.filter((one) => one.pair === pair) }
}

/** Of each source the first, the latest and the closing snapshot, the newest up to a number of all, and what is captured in the future. */
function keptOf({ snapshots }: MatchHistory, latest: StoredSnapshot, atLeast: number): ReadonlySet<StoredSnapshot> {
  const come = snapshots.slice(0, snapshots.indexOf(latest) + 1)
  const kept = new Set<StoredSnapshot>()
  for (const source of new Set(come.map((one) => one.source))) {
    const own = come.filter((one) => one.source === source)
    const closing = own.findLast(({ capturedAt }) => capturedAt < latest.scheduledAt)
    for (const one of [own[0]!, own.at(-1)!, closing ?? latest]) kept.add(one)
  }
  for (let at = come.length - 1; at >= 0 && kept.size < atLeast; at--) kept.add(come[at]!)
  for (const one of snapshots.slice(come.length)) kept.add(one)
  return kept
}

function closingOf({ snapshots }: MatchHistory, scheduledAt: number): StoredSnapshot | null {
  return snapshots.findLast(({ capturedAt }) => capturedAt < scheduledAt) ?? null
}

function isEarlier(a: StoredSnapshot, b: StoredSnapshot): boolean {
  return a.scheduledAt < b.scheduledAt || (a.scheduledAt === b.scheduledAt && a.esportsMatchId < b.esportsMatchId)
}
