import { createHash } from 'node:crypto'
import { describe, faultOf, nullIfThrows, parseUtc, RiftlineError } from '@riftline/base'
import { baseModels, type ModelName, modelNames } from '@riftline/predictor'
import * as z from 'zod'

const text = z.string().min(1).max(500)
const utc = z.string().refine((value) => parseUtc(value) !== null, 'expected YYYY-MM-DDTHH:mm:ss')
const chance = z.number().min(0).max(1)
const id = z.int().min(1)
const sha256 = z.string().regex(/^[0-9a-f]{64}$/, 'expected 64 hexadecimal digits')
const chances = z.strictObject({ probability1: chance, calibratedProbability1: chance }).readonly()

const [fasttree, lightgbm, pcasweep] = baseModels
const keptLine = z
  .strictObject({
    seq: id,
    previousSha256: sha256,
    keptAtUtc: utc,
    seriesId: text,
    league: text,
    bestOf: z.literal([1, 3, 5]),
    team1Id: id,
    team2Id: id,
    startUtc: utc,
    artifacts: text,
    forecasts: z
      .strictObject({ [fasttree]: chances, [lightgbm]: chances, [pcasweep]: chances, consensus: chances })
      .readonly(),
    market: z.strictObject({ probability1: chance, capturedAtUtc: utc }).readonly().nullable(),
  })
  .refine(({ keptAtUtc, startUtc }) => keptAtUtc <= startUtc, {
    path: ['keptAtUtc'],
    error: 'expected startUtc or before',
  })
  .refine(({ team1Id, team2Id }) => team1Id !== team2Id, { path: ['team2Id'], error: 'expected another team' })

/**
 * A kept forecast as one line of the chain. Chances are those of the first team to win the series, 0 to 1, before any anchor to the
 * market. Times are UTC, `YYYY-MM-DDTHH:mm:ss`; `keptAtUtc` is the moment at which the forecast was made, never after `startUtc`.
 */
export type KeptLine = Readonly<z.infer<typeof keptLine>>

/** A kept forecast before it has a place in the chain. */
export type KeptForecast = Omit<KeptLine, 'seq' | 'previousSha256'>

/** Chances of the first team by model: raw, and calibrated. */
export type KeptChances = Readonly<Record<ModelName, KeptLine['forecasts']['consensus']>>

/** End of a chain: number of its last line, and SHA-256 of that line without its newline. */
export interface ChainHead {
  readonly seq: number
  readonly sha256: string
}

/** Head of a chain without lines. */
export const emptyChain: ChainHead = { seq: 0, sha256: '0'.repeat(64) }

/**
 * Writes a kept forecast as the next line of a chain, without a newline and with keys in the order of the format.
 * @example
 * const line = keptLineText(forecast, chain.head())
 */
export function keptLineText(forecast: KeptForecast, after: ChainHead): string {
  return `{"seq":${after.seq + 1},"previousSha256":"${after.sha256}",${forecastText(forecast)}`
}

/** The part of a line that does not depend on its place in the chain: from `"keptAtUtc"` to the end. */
export function forecastText(forecast: KeptForecast): string {
  const { keptAtUtc, seriesId, league, bestOf, team1Id, team2Id, startUtc, artifacts, forecasts, market } = forecast
  const of = ({ probability1, calibratedProbability1 }: KeptChances[ModelName]) => ({
    probability1,
    calibratedProbability1,
  })
  return JSON.stringify({
    ...{ keptAtUtc, seriesId, league, bestOf, team1Id, team2Id, startUtc, artifacts },
    forecasts: Object.fromEntries(modelNames.map((model) => [model, of(forecasts[model])])),
    market: market && { probability1: market.probability1, capturedAtUtc: market.capturedAtUtc },
  }).slice(1)
}

/** The head of a chain after a line. */
export function headAfter({ seq }: Pick<KeptLine, 'seq'>, line: string | Uint8Array): ChainHead {
  return { seq, sha256: createHash('sha256').update(line).digest('hex') }
}

/**
 * Reads the line that follows a head.
 * @throws RiftlineError `kept_chain_broken` for a line of another form, or one that does not follow; the message names the field
 */
export function readKeptLine(line: string | Uint8Array, after: ChainHead): KeptLine {
  const json: unknown = nullIfThrows(() => JSON.parse(typeof line === 'string' ? line : Buffer.from(line).toString()))
  const result = keptLine.safeParse(json)
  if (!result.success) {
    const { place, expected, got } = faultOf(result.error.issues[0]!, json)
    throw brokenChain(`${place === '' ? '' : `${place}: `}${expected}, got ${describe(got)}`)
  }
  const { seq, previousSha256 } = result.data
  if (seq !== after.seq + 1)
    throw brokenChain(`seq: expected ${after.seq + 1}, got ${seq}; a line is missing or was moved`)
  if (previousSha256 !== after.sha256) {
    const cure = 'the line before it is not the one that was kept'
    throw brokenChain(`previousSha256: expected ${after.sha256}, got ${previousSha256}; ${cure}`)
  }
  return result.data
}

export function brokenChain(message: string): RiftlineError {
  return new RiftlineError('kept_chain_broken', message)
}

/** Keys of a forecast, of which a chain has each only once: its series with this start, and its two teams with this start. */
export function keysOfKept(forecast: Pick<KeptForecast, 'seriesId' | 'startUtc' | 'team1Id' | 'team2Id'>) {
  const { seriesId, startUtc, team1Id, team2Id } = forecast
  const [low, high] = team1Id < team2Id ? [team1Id, team2Id] : [team2Id, team1Id]
  return { ofSeries: `${startUtc} ${JSON.stringify(seriesId)}`, ofTeams: `${startUtc} ${low}:${high}` } as const
}
