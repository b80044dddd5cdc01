import { type BestOf, baseModels } from '@riftline/predictor'
import * as z from 'zod'
import { ratingSystems } from '../graded/graded-series.ts'
import { parseJsonDocument } from '../json-document.ts'

/** Forecasters of the record, in the order of their rows: the consensus, its members, Elo and Glicko-2. */
export const recordedModels = ['consensus', ...baseModels, ...ratingSystems] as const
export type RecordedModel = (typeof recordedModels)[number]

/** Fewest series to score, and fewest with a price to compare with the market. */
export const fewestScored = 20
export const fewestPriced = 30

const interval = z.tuple([z.number(), z.number()])
const loss = z.number().min(0)
const share = z.number().min(0).max(1)

const marketSchema = z.strictObject({
  n: z.int().min(1),
  logLoss: loss,
  ourLogLoss: loss,
  difference: z.number(),
  differenceInterval: interval.nullable(),
})

const rowSchema = z.strictObject({
  model: z.enum([...recordedModels, 'market']),
  league: z.string().nullable(),
  bestOf: z.literal([1, 3, 5]).nullable(),
  n: z.int().min(0),
  logLoss: loss.nullable(),
  logLossInterval: interval.nullable(),
  accuracy: share.nullable(),
  accuracyInterval: interval.nullable(),
  brier: share.nullable(),
  calibrationError: share.nullable(),
  market: marketSchema.nullable(),
})

const day = z.iso.date()

const windowSchema = z.strictObject({
  window: z.string().regex(/^(last(30|90|365)days|\d{4}|all)$/),
  fromUtc: day,
  toUtc: day,
  rows: z.array(rowSchema),
})

const performanceSchema = z.strictObject({
  format: z.literal('riftline-performance'),
  formatVersion: z.literal(1),
  dataThroughUtc: z.iso.datetime({ local: true }),
  windows: z.array(windowSchema),
})

/** Scores of every forecaster on the graded series of some times, leagues and formats, as `performance.json` has them. */
export type Performance = z.infer<typeof performanceSchema>

/** Scores on the series of some days, both included. */
export type PerformanceWindow = Performance['windows'][number]

/** Scores of one forecaster on one group of series; null where there are too few series or days to say. */
export type PerformanceRow = z.infer<typeof rowSchema>

/** A forecaster beside the market on the series with a price; a positive `difference` means that the market was better. */
export type BesideMarket = z.infer<typeof marketSchema>

/** Reads `performance.json`. @throws ArtifactError `artifact_invalid` */
export function parsePerformance(file: string, text: string): Performance {
  return parseJsonDocument(file, text, performanceSchema)
}

const documentOfWindows = performanceSchema.extend({ windows: z.array(z.unknown()) })

/** `parsePerformance` in steps of one window, for callers with other work to do in between. */
export function* performanceSteps(file: string, text: string): Generator<undefined, Performance, undefined> {
  const document = parseJsonDocument(file, text, documentOfWindows)
  const windows: PerformanceWindow[] = []
  for (const window of document.windows) {
    yield
    const parsed = windowSchema.safeParse(window)
    // The whole is parsed again for the message with the place in the file.
    if (!parsed.success) return parsePerformance(file, text)
    windows.push(parsed.data)
  }
  return { ...document, windows }
}

/** Rows to select; null is the rows over all leagues, or over all formats, and an absent key selects any. */
export interface PerformanceFilter {
  readonly league?: string | null
  readonly bestOf?: BestOf | null
  readonly model?: PerformanceRow['model']
}

/** Selects rows of every window, in their order; windows without such a row stay, without rows. */
export function performanceRows(
  performance: Pick<Performance, 'windows'>,
  { league, bestOf, model }: PerformanceFilter,
): PerformanceWindow[] {
  return performance.windows.map(({ rows, ...window }) => ({
    ...window,
    rows: rows.filter(
      (row) =>
        (league === undefined || row.league === league) &&
        (bestOf === undefined || row.bestOf === bestOf) &&
        (model === undefined || row.model === model),
    ),
  }))
}
