import { createPredictor, dataAgeDays, type Standing, toUtc } from '@riftline/core'
import { loadPredictorArtifacts } from '@riftline/core/node'
import { artifactsFolder } from '../artifacts-folder.ts'
import type { Command } from '../command.ts'
import { optional, readArguments } from '../io/arguments.ts'
import { marketsTable } from '../io/markets-table.ts'
import { matchOptions, matchRequest } from '../io/match-request.ts'
import { now } from '../io/now.ts'
import { UsageError } from '../io/usage-error.ts'

const usage = `riftline markets TEAM TEAM [--best-of 1|3|5] [--standing 1-0] [--league L] [--odds A,B] [--model M] [--draft FILE]
                 [--artifacts DIR] [--json]

Chances and fair odds of every market of a series: winner, map handicaps, total maps, scores, maps. All agree with what predict
says of it now. The first team stands on the blue side of the answer. A team is a name, an alias or an id.
  --best-of    1, 3 or 5                                                             (3)
  --standing   maps won by both teams so far, 1-0                                    (0-0)
  --league     league or tournament, such as LCK or "LCK 2026 Spring"
  --odds       decimal odds of both teams before the series, 1.62,2.35: anchors to the market
  --model      fasttree, lightgbm, pcasweep or consensus                             (fasttree)
  --draft      JSON file with bluePicks and redPicks of the next map, five of { role, champion } each
  --artifacts  fitted models and catalogue                                           (./artifacts, else @riftline/artifacts)
  --json       the answer of POST /v1/markets, without captured odds
`

export const markets: Command = {
  usage,
  async run(args, io) {
    const { values, words } = readArguments(args, {
      text: [...matchOptions, 'standing', 'artifacts'],
      flags: ['json'],
      words: 2,
    })
    const standing = standingOf(optional(values, 'standing'))
    const request = { ...(await matchRequest(values, words)), ...(standing && { standing }) }
    const at = now()
    const artifacts = await loadPredictorArtifacts(artifactsFolder(values, io))
    const answer = createPredictor(artifacts).markets(request, null, { at })
    if (values.json === true) io.stdout(`${JSON.stringify(answer)}\n`)
    else {
      const { asOfMs, completeMs } = artifacts.state
      const ageDays = Math.floor(dataAgeDays(completeMs, at))
      io.stdout(marketsTable(answer, { throughUtc: toUtc(asOfMs), ageDays }))
    }
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
