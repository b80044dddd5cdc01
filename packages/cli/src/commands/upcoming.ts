import { dayMs, parseUtc, RiftlineError, toUtc } from '@riftline/base'
import { readSchedule } from '@riftline/pipeline'
import {
  type CatalogueIndex,
  createCatalogueIndex,
  createPredictor,
  dataAgeDays,
  hasForecast,
  leagueName,
  type Prediction,
  type Predictor,
  type ScheduledSeries,
  seriesToCome,
} from '@riftline/predictor'
import { loadPredictorArtifacts } from '@riftline/predictor/node'
import { dataAge, type PredictionData, percentText } from '@riftline/predictor/texts'
import { optional, positiveInteger, readArguments } from '../io/arguments.ts'
import { artifactsFolder } from '../io/artifacts-option.ts'
import { now } from '../io/cli-io.ts'
import { leagueOption } from '../io/league-option.ts'
import { type Command, escapeHidden, printResult, textTable } from '../io/output.ts'

const usage = `riftline upcoming [--league L] [--days N] [--json] [--data DIR] [--artifacts DIR]

Lists upcoming series with the forecast of the consensus, the first team as blue. riftline sync reads the schedule.
  --league     only this league, such as LCK
  --days       days ahead, at most 60                                                        (7)
  --data       data folder with the schedule                   (RIFTLINE_DATA_DIR, or ./data)
  --artifacts  fitted models and catalogue             (./artifacts, else @riftline/artifacts)
  --json       with each series the answer of POST /v1/predict; null where no series winner is forecast

No series winner is forecast of a best-of-2, and where the best-of is not known. Exit code 1 before the first sync.
`

export const upcomingCommand: Command = {
  usage,
  async run(args, io) {
    const { values } = readArguments(args, { text: ['league', 'days', 'data', 'artifacts'], flags: ['json'] })
    const days = positiveInteger('--days', optional(values, 'days') ?? '7')
    const dataDirectory = optional(values, 'data') ?? io.env.RIFTLINE_DATA_DIR ?? './data'
    const schedule = await readSchedule(dataDirectory)
    if (schedule === null) {
      const reason = 'expected the schedule of a sync, found none; run riftline sync'
      throw new RiftlineError('schedule_missing', `${dataDirectory}/sync/schedule.json: ${reason}`)
    }
    const { catalogue, state, ...artifacts } = await loadPredictorArtifacts(artifactsFolder(values, io))
    const index = createCatalogueIndex(catalogue)
    const at = now()
    const league = leagueOption(index, values)
    const isAsked = (one: ScheduledSeries): boolean =>
      (league === null || one.league === league) && (parseUtc(one.scheduledUtc) ?? 0) <= at + days * dayMs
    const predictor = createPredictor({ catalogue, state, ...artifacts })
    const asked = seriesToCome(schedule, at).filter(isAsked)
    const series = asked.flatMap((one) => forecast(one, { predictor, index, at }))
    const dataThroughUtc = toUtc(state.asOfMs)
    const { checkedUtc } = schedule
    const data = { throughUtc: dataThroughUtc, ageDays: dataAgeDays(state.completeMs, at) }
    printResult(io, values, { dataThroughUtc, checkedUtc, series }, upcomingTable(series, data, checkedUtc))
    return 0
  },
}

/** Forecasts a series; empty if the artifacts do not know a team. */
function forecast(
  { id, league, bestOf, scheduledUtc, team1, team2 }: ScheduledSeries,
  { predictor, index, at }: { readonly predictor: Predictor; readonly index: CatalogueIndex; readonly at: number },
): readonly UpcomingForecast[] {
  const [first, second] = [index.teams.byId.get(team1.id), index.teams.byId.get(team2.id)]
  if (first === undefined || second === undefined) return []
  const request = { blueTeamId: first.id, redTeamId: second.id, model: 'consensus', tournament: league } as const
  const prediction = hasForecast(bestOf) ? predictor.predict({ ...request, bestOf }, { at }) : null
  const named = { team1: { id: first.id, name: first.name }, team2: { id: second.id, name: second.name } }
  return [{ id, league, leagueName: leagueName(index.leagues, league), bestOf, scheduledUtc, ...named, prediction }]
}

/** An upcoming series with the consensus's forecast, its first team as blue; null if the series may end without a winner. */
interface UpcomingForecast
  extends Pick<ScheduledSeries, 'id' | 'league' | 'bestOf' | 'scheduledUtc' | 'team1' | 'team2'> {
  readonly leagueName: string
  readonly prediction: Prediction | null
}

function upcomingTable(series: readonly UpcomingForecast[], data: PredictionData, checkedUtc: string): string {
  const head = `${dataAge(data)}, schedule of ${checkedUtc} UTC\n\n`
  if (series.length === 0) return `${head}no series to come\n`
  const titles = ['start, UTC', 'league', 'best of', 'team 1', 'team 2', 'team 1 wins', 'team 2 wins']
  const note = series.every(({ prediction }) => prediction !== null)
    ? ''
    : '\n-: no series winner is forecast of a best-of-2, and where the best-of is not known\n'
  return escapeHidden(`${head}${textTable([titles, ...series.map(row)])}${note}`)
}

function row({ scheduledUtc, leagueName, bestOf, team1, team2, prediction }: UpcomingForecast): readonly string[] {
  const chances =
    prediction === null
      ? ['-', '-']
      : [percentText(prediction.calibratedBlueWinProbability), percentText(prediction.calibratedRedWinProbability)]
  return [
    scheduledUtc.replace('T', ' ').slice(0, 16),
    leagueName,
    String(bestOf ?? '?'),
    team1.name,
    team2.name,
    ...chances,
  ]
}
