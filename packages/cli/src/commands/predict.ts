import { readFile } from 'node:fs/promises'
import { RiftlineError, toUtc } from '@riftline/base'
import type { Standing } from '@riftline/core'
import {
  createPredictor,
  dataAgeDays,
  type MarketsRequest,
  type Prediction,
  type Predictor,
  type PredictRequest,
} from '@riftline/predictor'
import { loadPredictorArtifacts } from '@riftline/predictor/node'
import { type ExplainedPrediction, explanationTable, idleTeams } from '@riftline/predictor/texts'
import { optional, readArguments, UsageError, type Values } from '../io/arguments.ts'
import { artifactsFolder } from '../io/artifacts-option.ts'
import { now } from '../io/cli-io.ts'
import { momentOption } from '../io/date-options.ts'
import { type Command, type CommandIo, printResult } from '../io/output.ts'
import { marketsTable, predictionTable } from '../io/prediction-table.ts'
import { writePicture } from '../io/write-file.ts'

const matchOptions = ['best-of', 'league', 'odds', 'model', 'draft'] as const

const usage = `riftline predict TEAM TEAM [--best-of 1|3|5] [--league L] [--odds A,B] [--model M] [--draft FILE]
                 [--at TIME] [--explain] [--svg FILE] [--artifacts DIR] [--json]

Forecasts a series from the artifacts, without a server. The first team stands on the blue side of the answer; sides do
not change a forecast. A team is a name, an alias or an id.
  --best-of    1, 3 or 5                                                             (3)
  --league     league or tournament, such as LCK or "LCK 2026 Spring"
  --odds       decimal odds of both teams, 1.62,2.35: adds expected values and anchors the forecast to the market
  --model      fasttree, lightgbm, pcasweep or consensus: the model of --json and --explain   (consensus)
  --draft      JSON file with bluePicks and redPicks, five of { role, champion } each
  --at         moment of the forecast, UTC, YYYY-MM-DD or YYYY-MM-DDTHH:mm:ss: old data count less      (now)
  --explain    shows how much ratings, models, draft and market add to the chance of the first team, by --model;
               each format has its own models and curves: a favourite can have less in a best-of-5 than in a best-of-3
  --svg        file for a picture of the explanation: a bar for each stage, from even teams to the answer
  --artifacts  fitted models and catalogue                                           (./artifacts, else @riftline/artifacts)
  --json       the answer of POST /v1/predict
`

export const predictCommand: Command = {
  usage,
  async run(args, io) {
    const { values, words } = readArguments(args, {
      text: [...matchOptions, 'at', 'svg', 'artifacts'],
      flags: ['explain', 'json'],
      words: 2,
    })
    const request: PredictRequest = {
      ...(await matchRequest(values, words)),
      ...(values.explain === true ? { explain: true } : {}),
    }
    const asked = optional(values, 'at')
    const at = asked === undefined ? now() : momentOption('--at', asked)
    const { predictor, data } = await openPredictor(values, io, at)
    const bestOf = request.bestOf ?? 3
    const explained = (): ExplainedPrediction => {
      const prediction = predictor.predict({ ...request, explain: true }, { at })
      return { ...prediction, explanation: prediction.explanation! }
    }
    await writePicture(optional(values, 'svg'), io, async () => {
      const { explanationPicture } = await import('../pictures/explanation-picture.ts')
      return explanationPicture(explained(), bestOf, data)
    })
    const prediction = predictor.predict(request, { at })
    const text =
      values.explain === true
        ? `${idleTeams(prediction)}${explanationTable(explained(), bestOf)}`
        : predictionTable(allModels(predictor, request, at), data, bestOf)
    printResult(io, values, prediction, text)
    return 0
  },
}

/** Forecasts with the consensus, which includes all members; the requested model is validated and is one of them. */
function allModels(predictor: Predictor, request: PredictRequest, at: number): Prediction {
  const matchup = predictor.resolve(request)
  return predictor.forecast({ ...matchup, model: 'consensus' }, { at })
}

async function openPredictor(values: Values, io: CommandIo, at: number) {
  const { state, ...artifacts } = await loadPredictorArtifacts(artifactsFolder(values, io))
  const data = { throughUtc: toUtc(state.asOfMs), ageDays: dataAgeDays(state.completeMs, at) }
  return { predictor: createPredictor({ ...artifacts, state }), data }
}

const marketsUsage = `riftline markets TEAM TEAM [--best-of 1|3|5] [--standing 1-0] [--league L] [--odds A,B] [--model M] [--draft FILE]
                 [--svg FILE] [--artifacts DIR] [--json]

Chances and fair odds of every market of a series: winner, map handicaps, total maps, scores, maps. All agree with riftline predict. The first team stands on the blue side of the answer. A team is a name, an alias or an id.
  --best-of    1, 3 or 5                                                             (3)
  --standing   maps won by both teams so far, 1-0                                    (0-0)
  --league     league or tournament, such as LCK or "LCK 2026 Spring"
  --odds       decimal odds of both teams before the series, 1.62,2.35: anchors the forecast to the market
  --model      fasttree, lightgbm, pcasweep or consensus                             (consensus)
  --draft      JSON file with bluePicks and redPicks of the next map, five of { role, champion } each
  --svg        file for a picture: who wins, with which score, after how many maps
  --artifacts  fitted models and catalogue                                           (./artifacts, else @riftline/artifacts)
  --json       the answer of POST /v1/markets, without captured odds
`

export const marketsCommand: Command = {
  usage: marketsUsage,
  async run(args, io) {
    const { values, words } = readArguments(args, {
      text: [...matchOptions, 'standing', 'svg', 'artifacts'],
      flags: ['json'],
      words: 2,
    })
    const standing = standingOf(optional(values, 'standing'))
    const request = await matchRequest(values, words)
    const at = now()
    const { predictor, data } = await openPredictor(values, io, at)
    const answer = predictor.markets({ ...request, ...(standing && { standing }) }, null, { at })
    await writePicture(optional(values, 'svg'), io, async () => {
      const { marketsPicture } = await import('../pictures/markets-picture.ts')
      return marketsPicture(answer, data)
    })
    const { odds = null } = predictor.predict(request, { at })
    printResult(io, values, answer, marketsTable(answer, data, odds))
    return 0
  },
}

function standingOf(text: string | undefined): Standing | null {
  if (text === undefined) return null
  const [, blue, red] = /^(\d{1,9})-(\d{1,9})$/.exec(text) ?? []
  if (blue === undefined || red === undefined)
    throw new UsageError(`--standing: expected maps won as 1-0, got ${JSON.stringify(text)}`)
  return { blue: Number(blue), red: Number(red) }
}

/** Makes the request, with the first team as blue. @throws UsageError for odds, RiftlineError `validation_error` for a draft file */
async function matchRequest(values: Values, teams: readonly string[]): Promise<MarketsRequest> {
  const request: Record<string, unknown> = {
    ...team('blue', teams[0]!),
    ...team('red', teams[1]!),
    ...(values['best-of'] === undefined ? {} : { bestOf: Number(values['best-of']) }),
    ...(values.league === undefined ? {} : { tournament: values.league }),
    model: values.model ?? 'consensus',
    ...odds(optional(values, 'odds')),
    ...(await draft(optional(values, 'draft'))),
  }
  return request as unknown as MarketsRequest
}

function team(side: 'blue' | 'red', text: string): Record<string, string | number> {
  return /^[1-9]\d{0,15}$/.test(text) ? { [`${side}TeamId`]: Number(text) } : { [`${side}Team`]: text }
}

function odds(text: string | undefined): { readonly oddsBlue?: number; readonly oddsRed?: number } {
  if (text === undefined) return {}
  const prices = text.split(',').map((part) => (part.trim() === '' ? Number.NaN : Number(part)))
  const [oddsBlue = Number.NaN, oddsRed = Number.NaN, ...others] = prices
  if (Number.isNaN(oddsBlue) || Number.isNaN(oddsRed) || others.length > 0)
    throw new UsageError('--odds: expected two decimal odds as 1.62,2.35')
  return { oddsBlue, oddsRed }
}

async function draft(file: string | undefined): Promise<object> {
  if (file === undefined) return {}
  const refuse = (reason: string): RiftlineError =>
    new RiftlineError('validation_error', `--draft ${file}: expected JSON with bluePicks and redPicks, ${reason}`)
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw refuse(`cannot be read (${error.code})`)
  })
  let json: { readonly bluePicks?: unknown; readonly redPicks?: unknown } | null
  try {
    json = JSON.parse(text)
  } catch {
    throw refuse('got no JSON')
  }
  if (json?.bluePicks === undefined || json.redPicks === undefined) throw refuse('one of them is missing')
  return { bluePicks: json.bluePicks, redPicks: json.redPicks }
}
