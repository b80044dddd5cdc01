import type { OddsSnapshot } from '../snapshot.ts'

/** Length of the spans of which each keeps its last price: a tenth of an hour. */
const spanMs = 360_000

/** A snapshot with a price on the market of a history. Times are milliseconds since 1970. */
export interface PricePoint {
  readonly capturedAt: number
  /** Empty if unknown. */
  readonly source: string
  /** Whether it is the last price before the start. */
  readonly isClosingLine: boolean
  readonly snapshot: OddsSnapshot
}

/** Prices of a series over time, in the order of capture. */
export interface PriceHistory {
  readonly points: readonly PricePoint[]
  /** Time of the last price before the start; null until the series has started, or without a price before it. */
  readonly closedAt: number | null
}

interface SourcePrices {
  first: PricePoint
  closing: PricePoint | null
  /** Last price by number of the span. */
  readonly last: Map<number, PricePoint>
}

/**
 * Collects the prices of a series in any order and keeps of each source the first, the last of every tenth of an hour (spans begin at full
 * hours of UTC) and the last before the start. A snapshot added again is ignored.
 * @param startMs start of a series that has started; null before
 */
export function createPriceHistory(startMs: number | null) {
  const known = new Set<string>()
  const sources = new Map<string, SourcePrices>()

  return {
    /** Whether a snapshot of this key is new; the first one of a key counts. No source contains a blank. */
    isNew(esportsMatchId: string, capturedAt: number, source: string): boolean {
      const before = known.size
      return known.add(`${capturedAt} ${source} ${esportsMatchId}`).size > before
    },
    add(capturedAt: number, source: string, snapshot: OddsSnapshot): void {
      const point = { capturedAt, source, isClosingLine: snapshot.isClosingLine, snapshot }
      const own = sources.get(source) ?? { first: point, closing: null, last: new Map<number, PricePoint>() }
      sources.set(source, own)
      if (capturedAt < own.first.capturedAt) own.first = point
      const span = Math.floor(capturedAt / spanMs)
      if (isAfter(point, own.last.get(span))) own.last.set(span, point)
      if (startMs !== null && capturedAt < startMs && isAfter(point, own.closing)) own.closing = point
    },
    /** The prices that are kept. */
    read(): PriceHistory {
      const all = [...sources.values()].flatMap(({ first, closing, last }) => {
        const kept = new Set([first, ...last.values(), ...(closing === null ? [] : [closing])])
        return [...kept].map((point) => (point === closing ? { ...point, isClosingLine: true } : point))
      })
      const closings = [...sources.values()].flatMap(({ closing }) => closing?.capturedAt ?? [])
      return { points: all.sort(byCapture), closedAt: closings.length === 0 ? null : Math.max(...closings) }
    },
  }
}

function isAfter(point: PricePoint, other: PricePoint | null | undefined): boolean {
  return point.capturedAt > (other?.capturedAt ?? Number.NEGATIVE_INFINITY)
}

type CaptureOrder = Pick<PricePoint, 'capturedAt' | 'source'>

export function byCapture(a: CaptureOrder, b: CaptureOrder): number {
  return a.capturedAt - b.capturedAt || (a.source < b.source ? -1 : a.source > b.source ? 1 : 0)
}
