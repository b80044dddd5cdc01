import type { BaseModel, BestOf, Chance } from '@riftline/predictor'
import * as z from 'zod'
import { parseJsonDocument } from '../json-document.ts'

export type MemberChances = Readonly<Record<BaseModel, number>>

/** A series that counts in evaluations, and its outcome: 1 if team 1 won. */
export interface SeriesOutcome {
  readonly seriesId: number
  readonly startMs: number
  readonly league: string
  readonly bestOf: BestOf
  readonly outcome: 0 | 1
}

/** The teams of a series and the games that each won. */
export interface SeriesScore {
  readonly team1Id: number
  readonly team2Id: number
  readonly wins1: number
  readonly wins2: number
}

/** A finished series with the members' chances before it began; calibration and weights are fitted on these. All chances are team 1's. */
export interface RawSeries extends SeriesOutcome {
  readonly raw: MemberChances
  /** Change of the log odds by the draft of game 1; null unless all picks are known. */
  readonly draftOffset: number | null
  readonly market: RawMarket | null
}

export interface RawMarket {
  /** Chance by the last price before the start, without the margin. */
  readonly chance: number
  /** Profit of each member's value pick at the last price. */
  readonly returns: PickReturns
}

/** A finished series with every forecast as it was made before the first game: the record of a model's skill. */
export interface GradedSeries extends RawSeries, SeriesScore {
  readonly calibrated: MemberChances
  readonly consensus: Pick<Chance, 'raw' | 'calibrated'>
  readonly baselines: Readonly<Record<RatingSystem, number>>
  readonly market: GradedMarket | null
}

/** Rating systems that the models are compared with. */
export const ratingSystems = ['elo', 'glicko2'] as const
export type RatingSystem = (typeof ratingSystems)[number]

export interface GradedMarket extends RawMarket {
  /** Time of the last price. */
  readonly capturedMs: number
  /** Value picks of the consensus at the first price of each book, in the order in which the books were captured. */
  readonly picks: readonly BookPick[]
}

/** Profit of one unit on each member's value pick; null if neither side had value for the member. */
export type PickReturns = Readonly<Record<BaseModel, number | null>>

export interface BookPick {
  readonly book: string
  /** Team 1's chance in the book's closing line, without the margin; null if the line is unknown. */
  readonly closing: number | null
  readonly returned: number | null
  /** Closing-line value in the fair form; null without a pick or a closing line. */
  readonly clv: number | null
  /** Whether a person could take that first price; false for a mid price, and if unknown. */
  readonly isTakeable: boolean
}

const chance = z.number().min(0).max(1)
const triple = <Value extends z.ZodType>(value: Value) => z.tuple([value, value, value])
const returned = z.number().min(-1).nullable()
/** Book, closing line, profit, closing-line value, and `take` if the price could be taken. */
const pick = z.tuple([z.string(), chance.nullable(), returned, returned, z.literal('take').optional()])
/** Chance, time of the last price, the members' returns, picks. */
const market = z.tuple([chance, z.int(), triple(returned), z.array(pick)])
const wins = z.int().min(0).max(3)
/**
 * Series, start, league, best-of, outcome; team 1, team 2, their wins; the members' raw chances and draft offset; their calibrated
 * chances, the consensus raw and calibrated, Elo and Glicko-2; market.
 */
const row = z.tuple([
  ...([z.int(), z.int(), z.string(), z.literal([1, 3, 5]), z.literal([0, 1])] as const),
  ...([z.int(), z.int(), wins, wins, triple(chance), z.number().nullable()] as const),
  ...([triple(chance), z.tuple([chance, chance]), z.tuple([chance, chance]), market.nullable()] as const),
])
const schema = z.object({
  format: z.literal('riftline-graded'),
  formatVersion: z.literal(5),
  series: z.array(row),
})

/** Writes the graded record of the artifacts; every number keeps all its bits. */
export function writeGraded(series: readonly GradedSeries[]): string {
  const rows = series.map((graded): z.infer<typeof row> => {
    const { seriesId, startMs, league, bestOf, outcome, team1Id, team2Id, wins1, wins2 } = graded
    const { raw, draftOffset, calibrated, consensus, baselines, market } = graded
    return [
      ...([seriesId, startMs, league, bestOf, outcome, team1Id, team2Id, wins1, wins2] as const),
      ...([toTriple(raw), draftOffset, toTriple(calibrated)] as const),
      [consensus.raw, consensus.calibrated],
      [baselines.elo, baselines.glicko2],
      market && toMarket(market),
    ]
  })
  return `${JSON.stringify({ format: 'riftline-graded', formatVersion: 5, series: rows })}\n`
}

/** @throws ArtifactError `artifact_invalid` */
export function parseGraded(file: string, text: string): readonly GradedSeries[] {
  return parseJsonDocument(file, text, schema).series.map(fromRow)
}

const rowsEach = 200
const documentOfRows = schema.extend({ series: z.array(z.unknown()) })

/** `parseGraded` in steps of some rows, for callers with other work to do in between. */
export function* gradedSteps(file: string, text: string): Generator<undefined, readonly GradedSeries[], undefined> {
  const { series } = parseJsonDocument(file, text, documentOfRows)
  const graded: GradedSeries[] = []
  for (let at = 0; at < series.length; at += rowsEach) {
    yield
    const rows = z.array(row).safeParse(series.slice(at, at + rowsEach))
    // The whole is parsed again for the message with the place in the file.
    if (!rows.success) return parseGraded(file, text)
    graded.push(...rows.data.map(fromRow))
  }
  return graded
}

function fromRow(cells: z.infer<typeof row>): GradedSeries {
  const [seriesId, startMs, league, bestOf, outcome, team1Id, team2Id, wins1, wins2, ...forecasts] = cells
  const [raw, draftOffset, calibrated, consensus, [elo, glicko2], market] = forecasts
  return {
    ...{ seriesId, startMs, league, bestOf, outcome, team1Id, team2Id, wins1, wins2 },
    ...{ raw: fromTriple(raw), draftOffset, calibrated: fromTriple(calibrated) },
    consensus: { raw: consensus[0], calibrated: consensus[1] },
    baselines: { elo, glicko2 },
    market: market && fromMarket(market),
  }
}

function toMarket({ chance, capturedMs, returns, picks }: GradedMarket): z.infer<typeof market> {
  const rows = picks.map(({ book, closing, returned, clv, isTakeable }): z.infer<typeof pick> => {
    return isTakeable ? [book, closing, returned, clv, 'take'] : [book, closing, returned, clv]
  })
  return [chance, capturedMs, toTriple(returns), rows]
}

function fromMarket([chance, capturedMs, returns, picks]: z.infer<typeof market>): GradedMarket {
  return { chance, capturedMs, returns: fromTriple(returns), picks: picks.map(fromPick) }
}

function fromPick([book, closing, returned, clv, taken]: z.infer<typeof pick>): BookPick {
  return { book, closing, returned, clv, isTakeable: taken === 'take' }
}

function toTriple<Value>({ fasttree, lightgbm, pcasweep }: Readonly<Record<BaseModel, Value>>): [Value, Value, Value] {
  return [fasttree, lightgbm, pcasweep]
}

function fromTriple<Value>([fasttree, lightgbm, pcasweep]: readonly [Value, Value, Value]): Record<BaseModel, Value> {
  return { fasttree, lightgbm, pcasweep }
}
