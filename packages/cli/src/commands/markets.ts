import { toUtc } from '@riftline/base'
import type { Standing } from '@riftline/core'
import { createPredictor, dataAgeDays, type MarketsRequest, type Predictor } from '@riftline/predictor'
import { loadPredictorArtifacts } from '@riftline/predictor/node'
import { optional, readArguments, UsageError } from '../io/arguments.ts'
import { artifactsFolder } from '../io/artifacts-option.ts'
import { now } from '../io/cli-io.ts'
import { matchOptions, matchRequest } from '../io/match-request.ts'
import type { Command } from '../io/output.ts'
import { type MarketView, marketsTable } from '../io/prediction-table.ts'
import { writePicture } from '../io/write-file.ts'

const usage = `riftline markets TEAM TEAM [--best-of 1|3|5] [--standing 1-0] [--league L] [--odds A,B] [--model M] [--draft FILE]
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
  usage,
  async run(args, io) {
    const { values, words } = readArguments(args, {
      text: [...matchOptions, 'standing', 'svg', 'artifacts'],
      flags: ['json'],
      words: 2,
    })
    const standing = standingOf(optional(values, 'standing'))
    const request = { ...(await matchRequest(values, words)), ...(standing && { standing }) }
    const at = now()
    const artifacts = await loadPredictorArtifacts(artifactsFolder(values, io))
    const predictor = createPredictor(artifacts)
    const answer = predictor.markets(request, null, { at })
    const { asOfMs, completeMs } = artifacts.state
    const data = { throughUtc: toUtc(asOfMs), ageDays: dataAgeDays(completeMs, at) }
    await writePicture(optional(values, 'svg'), io, async () => {
      const { marketsPicture } = await import('../pictures/markets-picture.ts')
      return marketsPicture(answer, data)
    })
    io.stdout(
      values.json === true ? `${JSON.stringify(answer)}\n` : marketsTable(answer, data, viewOf(predictor, request, at)),
    )
    return 0
  },
}

/** Chances by the odds of the command line alone; null without odds. */
function viewOf(predictor: Predictor, { standing: _, ...request }: MarketsRequest, at: number): MarketView | null {
  return predictor.predict(request, { at }).odds ?? null
}

function standingOf(text: string | undefined): Standing | null {
  if (text === undefined) return null
  const [, blue, red] = /^(\d{1,9})-(\d{1,9})$/.exec(text) ?? []
  if (blue === undefined || red === undefined)
    throw new UsageError(`--standing: expected maps won as 1-0, got ${JSON.stringify(text)}`)
  return { blue: Number(blue), red: Number(red) }
}
