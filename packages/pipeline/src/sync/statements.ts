import type { StatedGame, StatedSeries } from '@riftline/predictor'

/** Games and series as sources state them. */
export interface Statements {
  readonly games: readonly StatedGame[]
  readonly series: readonly StatedSeries[]
}

/** The answer of one source: everything that it has of the time between `fromMs` and `untilMs`. */
export interface SourceReading extends Statements {
  readonly source: string
  readonly fromMs: number
  readonly untilMs: number
}

export const noStatements: Statements = { games: [], series: [] }

/** Share of the known games of a time that may be missing in an answer that is believed. */
const mostGone = 0.2

/** A source whose answer is refused. */
export interface RefusedReading {
  readonly source: string
  readonly fault: 'fewer_rows'
  readonly reason: string
}

export interface TakenReadings {
  readonly statements: Statements
  /** Number of games that a source no longer states. */
  readonly withdrawn: number
  readonly refused: readonly RefusedReading[]
}

/**
 * Puts each reading in place of what its source stated of the same time before, so that corrected and withdrawn games heal. A source
 * that has lost more than a fifth of the games of that time is refused: its earlier statements stay.
 */
export function takeReadings(
  known: Statements,
  readings: readonly SourceReading[],
  { acceptsFewer }: { readonly acceptsFewer: boolean },
): TakenReadings {
  let statements = known
  let withdrawn = 0
  const refused: RefusedReading[] = []
  for (const reading of readings) {
    const { source, games, series } = reading
    const before = statements.games.filter((game) => isReread(game, reading))
    const ids = new Set(games.map(({ id }) => id))
    const gone = before.filter(({ id }) => !ids.has(id)).length
    if (gone > before.length * mostGone && !acceptsFewer) {
      const reason = `${source}: expected most of the ${before.length} games that it had, ${gone} of them are gone`
      refused.push({ source, fault: 'fewer_rows', reason })
      continue
    }
    withdrawn += gone
    const [keptGames, keptSeries] = [
      without(statements.games, reading, games),
      without(statements.series, reading, series),
    ]
    statements = { games: [...keptGames, ...games].sort(inOrder), series: [...keptSeries, ...series].sort(inOrder) }
  }
  return { statements, withdrawn, refused }
}

type Stated = StatedGame | StatedSeries

/** Keeps the statements that a reading does not repeat. */
function without<T extends Stated>(
  known: readonly T[],
  reading: SourceReading,
  fresh: readonly Stated[],
): readonly T[] {
  const ids = new Set(fresh.map(({ id }) => id))
  return known.filter((one) => !isReread(one, reading) && !(one.source === reading.source && ids.has(one.id)))
}

function isReread(stated: Stated, { source, fromMs, untilMs }: SourceReading): boolean {
  return stated.source === source && timeOf(stated) >= fromMs && timeOf(stated) < untilMs
}

/** Sorts by time, source and id, so that the same statements give the same file. */
function inOrder(a: Stated, b: Stated): number {
  return timeOf(a) - timeOf(b) || (`${a.source} ${a.id}` < `${b.source} ${b.id}` ? -1 : 1)
}

function timeOf(stated: Stated): number {
  return 'startMs' in stated ? stated.startMs : stated.scheduledMs
}
