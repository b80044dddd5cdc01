import {
  type DroppedSnapshots,
  mostAheadMs,
  type SegmentRecord,
  type StoredSnapshot,
  type TeamPair,
} from './stored-snapshot.ts'

/** Snapshots per match that thinning leaves until the start is `pastMs` ago. */
const recentPerMatch = 100
const pastMs = 7 * 24 * 3_600_000

interface MatchHistory {
  /** Sorted by `capturedAt`, then `source`. The last one not captured in the future determines start and teams. */
  readonly snapshots: StoredSnapshot[]
  /** `capturedAt` by source of thinned-out snapshots, so that they are not imported again. */
  readonly dropped: Map<string, Set<number>>
}

/** Odds of one match, with the start and the teams of its newest snapshot. */
export interface StoredSeries {
  readonly esportsMatchId: string
  readonly scheduledAt: number
  /** Oldest first, none captured in the future. */
  readonly snapshots: readonly StoredSnapshot[]
}

/** All stored snapshots by match. The order of additions makes no difference. */
export class OddsBook {
  readonly #matches = new Map<string, MatchHistory>()
  /** Matches by each pair of teams that one of their snapshots names. */
  readonly #byPair = new Map<TeamPair, Set<MatchHistory>>()
  #sizeChars = 0
  #edition: object = {}

  get sizeChars(): number {
    return this.#sizeChars
  }

  /** Object that is another one after each addition. */
  get edition(): object {
    return this.#edition
  }

  has(snapshot: StoredSnapshot): boolean {
    const { esportsMatchId, capturedAt, source } = snapshot
    const history = this.#matches.get(esportsMatchId)
    if (history === undefined) return false
    if (history.dropped.get(source)?.has(capturedAt)) return true
    const known = history.snapshots[indexOf(history, snapshot)]
    return known?.capturedAt === capturedAt && known.source === source
  }

  /** Returns the snapshots with a new key, once each, oldest first, so that adding them one by one is cheap. */
  newOnes(snapshots: readonly StoredSnapshot[]): readonly StoredSnapshot[] {
    const byKey = new Map<string, StoredSnapshot>()
    for (const snapshot of snapshots) {
      // Unambiguous, since no source contains a blank.
      const key = `${snapshot.capturedAt} ${snapshot.source} ${snapshot.esportsMatchId}`
      if (!byKey.has(key) && !this.has(snapshot)) byKey.set(key, snapshot)
    }
    return [...byKey.values()].sort((a, b) => a.capturedAt - b.capturedAt)
  }

  /** Adds a snapshot unless its key is known: the first snapshot of a key is kept. */
  add(snapshot: StoredSnapshot): void {
    if (this.has(snapshot)) return
    const history = this.#historyOf(snapshot.esportsMatchId)
    history.snapshots.splice(indexOf(history, snapshot), 0, snapshot)
    this.#sizeChars += snapshot.json.length
    this.#edition = {}
    const histories = this.#byPair.get(snapshot.pair) ?? new Set()
    this.#byPair.set(snapshot.pair, histories.add(history))
  }

  addDropped({ esportsMatchId, capturedAt, source = '' }: DroppedSnapshots): void {
    const times = droppedOf(this.#historyOf(esportsMatchId), source)
    for (const time of capturedAt) times.add(time)
  }

  /** Returns the matches whose latest snapshot names one of the pairs, past ones included, with their snapshots of these pairs. */
  between(pairs: ReadonlySet<TeamPair>, now: number): StoredSeries[] {
    const histories = new Set([...pairs].flatMap((pair) => [...(this.#byPair.get(pair) ?? [])]))
    return seriesOf(histories, now, { fits: ({ pair }) => pairs.has(pair), isOf: ({ pair }) => pairs.has(pair) })
  }

  /** Returns a match with all snapshots that the book has, whatever teams they name; null for an unknown one. */
  match(esportsMatchId: string, now: number): StoredSeries | null {
    const history = this.#matches.get(esportsMatchId)
    return seriesOf(history === undefined ? [] : [history], now, { fits: () => true, isOf: () => true })[0] ?? null
  }

  /** Returns the matches scheduled from `from` up to but not at `until`. */
  scheduled(from: number, until: number, now: number): StoredSeries[] {
    return seriesOf(this.#matches.values(), now, {
      fits: ({ scheduledAt }) => scheduledAt >= from && scheduledAt < until,
      isOf: (one, latest) => one.pair === latest.pair,
    })
  }

  /**
   * Yields the snapshots that no answer of now needs, without removing them. A match keeps the first, the latest and the closing snapshot
   * of each source, and until it is well in the past its newest 100. Snapshots captured in the future are kept and not counted.
   */
  *excess(now: number): Generator<StoredSnapshot> {
    for (const history of this.#matches.values()) {
      const latest = latestOf(history, now)
      if (latest === undefined) continue
      const needed = neededSnapshots(history, latest, isPast(latest, now) ? 0 : recentPerMatch)
      for (const snapshot of history.snapshots) if (!needed.has(snapshot)) yield snapshot
    }
  }

  /** Whether a match is well in the past. */
  isPast(esportsMatchId: string, now: number): boolean {
    const history = this.#matches.get(esportsMatchId)
    const latest = history && latestOf(history, now)
    return latest !== undefined && isPast(latest, now)
  }

  /** Removes the snapshots of `excess`, and remembers their keys until their match is well in the past. */
  thin(now: number): void {
    const excess = new Set(this.excess(now))
    for (const snapshot of excess) {
      this.#sizeChars -= snapshot.json.length
      droppedOf(this.#historyOf(snapshot.esportsMatchId), snapshot.source).add(snapshot.capturedAt)
    }
    for (const history of this.#matches.values()) {
      const latest = latestOf(history, now)
      if (latest !== undefined && isPast(latest, now)) history.dropped.clear()
      history.snapshots.splice(0, history.snapshots.length, ...history.snapshots.filter((one) => !excess.has(one)))
    }
  }

  /** Yields the content of the book as records of a segment. */
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

type SnapshotOrder = Pick<StoredSnapshot, 'capturedAt' | 'source'>

/** Index of a capture time and source in the snapshots, or the index at which to insert it. */
function indexOf({ snapshots }: MatchHistory, order: SnapshotOrder): number {
  let [low, high] = [0, snapshots.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (isBefore(snapshots[middle]!, order)) low = middle + 1
    else high = middle
  }
  return low
}

function isBefore(a: SnapshotOrder, b: SnapshotOrder): boolean {
  return a.capturedAt < b.capturedAt || (a.capturedAt === b.capturedAt && a.source < b.source)
}

/** The newest snapshot that was not captured in the future. */
function latestOf(history: MatchHistory, now: number): StoredSnapshot | undefined {
  const { snapshots } = history
  const last = snapshots.at(-1)
  if (last === undefined || last.capturedAt <= now + mostAheadMs) return last
  return snapshots[indexOf(history, { capturedAt: now + mostAheadMs + 1, source: '' }) - 1]
}

/** Matches whose latest snapshot fits, each with its own snapshots. */
function seriesOf(
  histories: Iterable<MatchHistory>,
  now: number,
  wanted: {
    readonly fits: (latest: StoredSnapshot) => boolean
    readonly isOf: (one: StoredSnapshot, latest: StoredSnapshot) => boolean
  },
): StoredSeries[] {
  return [...histories].flatMap((history) => {
    const latest = latestOf(history, now)
    if (latest === undefined || !wanted.fits(latest)) return []
    const { esportsMatchId, scheduledAt } = latest
    const past = history.snapshots.slice(0, history.snapshots.indexOf(latest) + 1)
    return [{ esportsMatchId, scheduledAt, snapshots: past.filter((one) => wanted.isOf(one, latest)) }]
  })
}

function isPast({ scheduledAt }: StoredSnapshot, now: number): boolean {
  return now - scheduledAt > pastMs
}

/** First, latest and closing snapshot of each source, the newest ones up to `atLeast`, and all captured in the future. */
function neededSnapshots(
  { snapshots }: MatchHistory,
  latest: StoredSnapshot,
  atLeast: number,
): ReadonlySet<StoredSnapshot> {
  const past = snapshots.slice(0, snapshots.indexOf(latest) + 1)
  const needed = new Set<StoredSnapshot>()
  for (const source of new Set(past.map((one) => one.source))) {
    const own = past.filter((one) => one.source === source)
    const closing = own.findLast(({ capturedAt }) => capturedAt < latest.scheduledAt)
    for (const one of [own[0]!, own.at(-1)!, closing ?? latest]) needed.add(one)
  }
  for (let at = past.length - 1; at >= 0 && needed.size < atLeast; at--) needed.add(past[at]!)
  for (const one of snapshots.slice(past.length)) needed.add(one)
  return needed
}
