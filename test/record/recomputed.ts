import { seededRandom } from '@riftline/core'

// Recomputes performance.json from graded.json by docs/formats.md alone. From riftline it takes the random generator, whose sequence the
// intervals are defined by, and nothing else.

type Chances = readonly [number, number, number]
/** A row of `graded.json`. */
export type GradedCells = readonly [
  ...series: readonly [id: number, startMs: number, league: string, bestOf: number, outcome: 0 | 1],
  ...teams: readonly [team1: number, team2: number, wins1: number, wins2: number],
  ...raw: readonly [raw: Chances, draftOffset: number | null],
  ...forecasts: readonly [
    calibrated: Chances,
    consensus: readonly [number, number],
    ratings: readonly [number, number],
  ],
  market: readonly [chance: number, capturedMs: number, ...rest: readonly unknown[]] | null,
]

type Interval = readonly [number, number] | null
/** Value of an interval that was not recomputed. */
export const skipped = 'skipped'

const models = ['consensus', 'fasttree', 'lightgbm', 'pcasweep', 'elo', 'glicko2']

const chancesOf = ([, , , , , , , , , , , calibrated, [, consensus], [elo, glicko2]]: GradedCells): number[] => {
  return [consensus, ...calibrated, elo, glicko2]
}
const dayOf = (row: GradedCells): number => Math.floor(row[1] / 86_400_000)
const dateOf = (day: number): string => new Date(day * 86_400_000).toISOString().slice(0, 10)
const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)
const lossOf = (p: number, y: number): number => -Math.log(y === 1 ? p : 1 - p)
const hitOf = (p: number, y: number): number => (p === 0.5 ? 0.5 : p > 0.5 === (y === 1) ? 1 : 0)

/** Mean over bins of equal mass, favourites only, of the distance between forecast and share won; equal forecasts share a bin. */
function calibrationError(p: readonly number[], y: readonly number[]): number {
  const folded = p
    .map((chance, i) => ({ x: Math.max(chance, 1 - chance), t: chance > 0.5 ? y[i]! : chance < 0.5 ? 1 - y[i]! : 0.5 }))
    .sort((a, b) => a.x - b.x)
  const [first, last] = [new Map<number, number>(), new Map<number, number>()]
  folded.forEach(({ x }, rank) => {
    if (!first.has(x)) first.set(x, rank)
    last.set(x, rank)
  })
  const bins = Array.from({ length: 10 }, () => 0)
  for (const { x, t } of folded) {
    const bin = Math.floor(((first.get(x)! + last.get(x)!) / 2 / folded.length) * 10 + 1e-9)
    bins[bin]! += x - t
  }
  return sum(bins.map(Math.abs)) / folded.length
}

/** Middle 95 % of the means of 2000 resamples of whole days, drawn with replacement; null for fewer than ten days. */
function interval(values: readonly number[], days: readonly number[]): Interval {
  const groups = new Map<number, number[]>()
  values.forEach((value, i) => {
    groups.set(days[i]!, [...(groups.get(days[i]!) ?? []), value])
  })
  if (groups.size < 10) return null
  const clusters = [...groups.values()].map((own) => [sum(own), own.length] as const)
  const random = seededRandom(7)
  const means = Array.from({ length: 2000 }, () => {
    let [total, count] = [0, 0]
    for (let draw = 0; draw < clusters.length; draw++) {
      const [own, n] = clusters[random.below(clusters.length)]!
      total += own
      count += n
    }
    return total / count
  }).sort((a, b) => a - b)
  const quantile = (share: number): number => {
    const place = share * (means.length - 1)
    const below = Math.floor(place)
    return means[below]! + (means[below + 1]! - means[below]!) * (place - below)
  }
  return [quantile(0.025), quantile(0.975)]
}

interface Scored {
  readonly p: readonly number[]
  readonly y: readonly number[]
  readonly days: readonly number[]
}

type IntervalOf = (values: readonly number[], days: readonly number[]) => Interval | typeof skipped

function scores({ p, y, days }: Scored, intervalOf: IntervalOf) {
  const [losses, hits] = [p.map((chance, i) => lossOf(chance, y[i]!)), p.map((chance, i) => hitOf(chance, y[i]!))]
  const n = p.length
  return {
    logLoss: sum(losses) / n,
    logLossInterval: intervalOf(losses, days),
    accuracy: sum(hits) / n,
    accuracyInterval: intervalOf(hits, days),
    brier: sum(p.map((chance, i) => (chance - y[i]!) ** 2)) / n,
    calibrationError: calibrationError(p, y),
  }
}

const noScores = {
  ...{ logLoss: null, logLossInterval: null, accuracy: null, accuracyInterval: null },
  ...{ brier: null, calibrationError: null },
}

function rowsOf(rows: readonly GradedCells[], place: object, intervalOf: IntervalOf): readonly object[] {
  const n = rows.length
  if (n < 20) return models.map((model) => ({ model, ...place, n, ...noScores, market: null }))
  const priced = rows.filter((row) => row[14] !== null)
  const y = priced.map((row) => row[4])
  const days = priced.map(dayOf)
  const ofMarket = priced.map((row) => lossOf(row[14]![0], row[4]))
  const own = models.map((model, index) => {
    const scored = { p: rows.map((row) => chancesOf(row)[index]!), y: rows.map((row) => row[4]), days: rows.map(dayOf) }
    const losses = priced.map((row) => lossOf(chancesOf(row)[index]!, row[4]))
    const differences = losses.map((loss, i) => loss - ofMarket[i]!)
    const market = {
      ...{ n: priced.length, logLoss: sum(ofMarket) / priced.length, ourLogLoss: sum(losses) / priced.length },
      ...{ difference: sum(differences) / priced.length, differenceInterval: intervalOf(differences, days) },
    }
    return { model, ...place, n, ...scores(scored, intervalOf), market: priced.length < 30 ? null : market }
  })
  if (priced.length < 30) return own
  const p = priced.map((row) => row[14]![0])
  const market = { model: 'market', ...place, n: priced.length, ...scores({ p, y, days }, intervalOf), market: null }
  return own[0]!.market!.difference > 0 ? [market, ...own] : [...own, market]
}

/** Recomputes all windows; `isChecked` tells of which group of series, counted from 0, intervals are computed too. */
export function recomputed(
  graded: readonly GradedCells[],
  dataThroughUtc: string,
  isChecked: (group: number) => boolean = () => true,
) {
  const today = Math.floor(Date.parse(`${dataThroughUtc}Z`) / 86_400_000)
  const first = Math.min(...graded.map(dayOf))
  const years = [...new Set(graded.map((row) => new Date(row[1]).getUTCFullYear()))].sort()
  const startOf = (year: number): number => Date.UTC(year, 0, 1) / 86_400_000
  const spans = [
    ...[30, 90, 365].map((days) => [`last${days}days`, today - days, today] as const),
    ...years.map((year) => {
      return [`${year}`, Math.max(startOf(year), first), Math.min(startOf(year + 1) - 1, today)] as const
    }),
    ['all', first, today] as const,
  ]
  let count = 0
  return spans.map(([window, from, to]) => {
    const within = graded.filter((row) => dayOf(row) >= from && dayOf(row) <= to)
    const rows = groupsOf(within).flatMap(({ league, bestOf, own }) => {
      const checks = isChecked(count++)
      return rowsOf(own, { league, bestOf }, checks ? interval : () => skipped)
    })
    return { window, fromUtc: dateOf(from), toUtc: dateOf(to), rows }
  })
}

/** All; formats; leagues of at least 50 series, most series first; formats of at least 50 series of these leagues. */
function groupsOf(rows: readonly GradedCells[]) {
  const codes = [...new Set(rows.map((row) => row[2]))].sort()
  const leagues = codes
    .map((league) => ({ league, bestOf: null, own: rows.filter((row) => row[2] === league) }))
    .filter(({ own }) => own.length >= 50)
    .sort((a, b) => b.own.length - a.own.length)
  const formats = (league: string | null, own: readonly GradedCells[], fewest: number) =>
    [1, 3, 5]
      .map((bestOf) => ({ league, bestOf, own: own.filter((row) => row[3] === bestOf) }))
      .filter((group) => group.own.length >= fewest)
  const pairs = leagues.flatMap(({ league, own }) => formats(league, own, 50))
  return [{ league: null, bestOf: null, own: rows }, ...formats(null, rows, 1), ...leagues, ...pairs]
}
