import { parseUtc, RiftlineError } from '@riftline/base'
import { artifactsId, type BestOf, createCatalogueIndex } from '@riftline/predictor'
import { loadCatalogue, readArtifactFiles } from '@riftline/predictor/node'
import {
  type GradedSeries,
  type PerformanceFilter,
  parseGraded,
  parsePerformance,
  performanceRows,
  recordedModels,
} from '@riftline/record'
import { optional, readArguments, UsageError, type Values } from '../io/arguments.ts'
import { artifactsFolder } from '../io/artifacts-option.ts'
import { leagueOption } from '../io/league-option.ts'
import { type Command, printResult } from '../io/output.ts'
import { performanceTable } from '../io/performance-table.ts'
import { writePicture } from '../io/write-file.ts'

const usage = `riftline performance [--league L] [--best-of 1|3|5] [--model M] [--window W] [--svg FILE] [--json]
                     [--artifacts DIR]

Shows how good the forecasts made before each series were, from the record in the artifacts: all leagues and formats
together, or those that the options name. Where the market was better than the consensus, its row stands first.
  --league     only this league, such as LCK; it has rows where it has at least 50 series
  --best-of    only series of this format
  --model      consensus, fasttree, lightgbm, pcasweep, elo, glicko2 or market                    (all)
  --window     last30days, last90days, last365days, a year such as 2025, or all                   (every window)
  --svg        file for a picture: reliability of the last 365 days, and log-loss saved over Elo and the market
  --artifacts  folder with the record                                    (./artifacts, else @riftline/artifacts)
  --json       one JSON document: dataThroughUtc, artifacts, windows
`

const graded = 'graded.json'
const scored = 'performance.json'

export const performanceCommand: Command = {
  usage,
  async run(args, io) {
    const { values } = readArguments(args, {
      text: ['league', 'best-of', 'model', 'window', 'svg', 'artifacts'],
      flags: ['json'],
    })
    const [bestOf, model] = [bestOfOption(values), modelOption(values)]
    const folder = artifactsFolder(values, io)
    const league = leagueOption(createCatalogueIndex(await loadCatalogue(folder)), values)
    const svg = optional(values, 'svg')
    const only = svg === undefined ? [scored] : [scored, graded]
    const files = await readArtifactFiles(folder, { only })
    const read = (path: string): string => new TextDecoder().decode(files[path])
    const performance = parsePerformance(scored, read(scored))
    const { dataThroughUtc } = performance
    const filter = { league, bestOf, ...(model === undefined ? {} : { model }) }
    const windows = ofWindow(performanceRows(performance, filter), optional(values, 'window'))
    await writePicture(svg, io, async () => {
      const scope = scopeOf(filter)
      const series = parseGraded(graded, read(graded)).filter((one) => isAsked(one, filter))
      const { recordPicture } = await import('@riftline/record/svg')
      const asOfMs = parseUtc(dataThroughUtc) ?? 0
      const picture = recordPicture(series, { asOfMs, ...(scope === null ? {} : { scope }) })
      if (picture !== null) return picture
      const got = `got ${series.length}${scope === null ? '' : ` of ${scope}`}`
      throw new RiftlineError('record_too_short', `--svg: expected at least 20 graded series, ${got}`)
    })
    const document = { dataThroughUtc, artifacts: artifactsId(files['manifest.json']!), windows }
    printResult(io, values, document, performanceTable(document, scopeOf(filter)))
    return 0
  },
}

function isAsked(series: GradedSeries, { league, bestOf }: PerformanceFilter): boolean {
  return (league === null || series.league === league) && (bestOf === null || series.bestOf === bestOf)
}

/** Name of a selection; null for all series. */
function scopeOf({ league, bestOf }: PerformanceFilter): string | null {
  const parts = [...(league === null ? [] : [league]), ...(bestOf === null ? [] : [`best of ${bestOf}`])]
  return parts.length === 0 ? null : parts.join(', ')
}

function bestOfOption(values: Values): BestOf | null {
  const text = optional(values, 'best-of')
  if (text === undefined) return null
  if (/^[135]$/.test(text)) return Number(text) as BestOf
  throw new UsageError(`--best-of: expected 1, 3 or 5, got ${JSON.stringify(text)}`)
}

function modelOption(values: Values): PerformanceFilter['model'] {
  const text = optional(values, 'model')
  const models = [...recordedModels, 'market'] as const
  const model = models.find((name) => name === text)
  if (text === undefined || model !== undefined) return model
  throw new UsageError(`--model: expected one of ${models.join(', ')}, got ${JSON.stringify(text)}`)
}

function ofWindow<Window extends { readonly window: string }>(all: readonly Window[], name: string | undefined) {
  if (name === undefined) return all
  const windows = all.filter(({ window }) => window === name)
  if (windows.length > 0) return windows
  const known = all.map(({ window }) => window).join(', ')
  throw new UsageError(`--window: expected one of ${known}, got ${JSON.stringify(name)}`)
}
