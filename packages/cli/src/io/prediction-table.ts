import type { MarketsAnswer, Selection, Prediction, PredictionOdds, WinProbabilities } from '@riftline/predictor'
import { escapeHidden } from './output.ts'
import { textTable } from './text-table.ts'

/** How fresh the data of a prediction are. */
export interface PredictionData {
  /** Start of the last game known. */
  readonly throughUtc: string
  readonly ageDays: number
}

/** A consensus prediction for people. */
export function predictionTable(prediction: Prediction, data: PredictionData, bestOf: number): string {
  const { blueTeam, redTeam, league, models = [], odds } = prediction
  const rows = [
    ['', 'weight', blueTeam.name, redTeam.name, `${blueTeam.name} calibrated`, `${redTeam.name} calibrated`],
    ...models.map((member) => probabilityRow(member.model, percent(member.weight), member)),
    probabilityRow('consensus', '', prediction),
  ]
  const series = `${blueTeam.name} against ${redTeam.name}, best of ${bestOf}${league === null ? '' : `, ${league.name}`}`
  const head = `${series}\n${dataAge(data)}\n${idleTeams(prediction)}\n`
  return `${head}${textTable(rows)}${odds === undefined ? '' : `\n${oddsTable(prediction, odds)}`}`
}

/** A line for each team that plays no more. */
export function idleTeams({ blueTeam, redTeam }: Pick<Prediction, 'blueTeam' | 'redTeam'>): string {
  return [blueTeam, redTeam]
    .filter(({ active }) => active === false)
    .map(
      ({ name, lastGameUtc = null }) =>
        `${name} is not active: last game ${lastGameUtc === null ? 'unknown' : `${lastGameUtc} UTC`}\n`,
    )
    .join('')
}

export function dataAge({ throughUtc, ageDays }: PredictionData): string {
  return `data through ${throughUtc} UTC (${ageDays} days old)`
}

function probabilityRow(name: string, weight: string, chances: WinProbabilities): string[] {
  return [
    name,
    weight,
    percent(chances.blueWinProbability),
    percent(chances.redWinProbability),
    percent(chances.calibratedBlueWinProbability),
    percent(chances.calibratedRedWinProbability),
  ]
}

function oddsTable({ blueTeam, redTeam }: Prediction, odds: PredictionOdds): string {
  const table = textTable([
    ['consensus', 'odds', 'EV', 'EV calibrated'],
    [blueTeam.name, text(odds.blue), signed(odds.blueEv), signed(odds.calibratedBlueEv)],
    [redTeam.name, text(odds.red), signed(odds.redEv), signed(odds.calibratedRedEv)],
  ])
  return `${table}${marketLine({ blueTeam, redTeam }, odds)}`
}

/** What prices say without us. */
export type MarketView = Pick<PredictionOdds, 'margin' | 'marketBlueProbability' | 'marketRedProbability'>

/** The same in a line; empty where only one price is known. */
export function marketLine(
  { blueTeam, redTeam }: Pick<Prediction, 'blueTeam' | 'redTeam'>,
  { margin, marketBlueProbability: blue, marketRedProbability: red }: MarketView,
): string {
  if (margin === null || blue === null || red === null) return ''
  return `market: ${blueTeam.name} ${percent(blue)}, ${redTeam.name} ${percent(red)}; margin ${percent(margin)}\n`
}

export function percent(probability: number): string {
  return `${(100 * probability).toFixed(1)} %`
}

function text(value: number | null): string {
  return value === null ? '-' : String(value)
}

export function signed(value: number | null): string {
  return value === null ? '-' : `${value < 0 ? '' : '+'}${value.toFixed(4)}`
}

/**
 * Every selection of every market for people.
 *
 * @param odds what two given prices say
 */
export function marketsTable(answer: MarketsAnswer, data: PredictionData, odds: MarketView | null = null): string {
  const { blueTeam, redTeam, bestOf, standing, model, league, markets } = answer
  const head = [
    `${blueTeam.name} against ${redTeam.name}`,
    `best of ${bestOf}`,
    ...(standing.blue + standing.red === 0 ? [] : [`at ${standing.blue}-${standing.red}`]),
    model,
    ...(league === null ? [] : [league.name]),
  ].join(', ')
  const rows = [
    ['market', 'selection', 'chance', 'fair odds'],
    ...markets.seriesWinner.map((one) => marketRow('series winner', one.team.name, one)),
    ...markets.handicap.flatMap(({ odds }) =>
      odds.map((one) => marketRow('handicap', withLine(one.team.name, one.line), one)),
    ),
    ...markets.totalMaps.flatMap(({ line, over, under }) => [
      marketRow('total maps', `over ${line}`, over),
      marketRow('total maps', `under ${line}`, under),
    ]),
    ...markets.correctScore.map((one) => marketRow('score', `${one.team.name} ${one.score}`, one)),
    ...markets.mapWinner.flatMap(({ map, played, odds }) => {
      const market = played === 1 ? `map ${map}` : `map ${map}, if played (${percent(played)})`
      return odds.map((one) => marketRow(market, one.team.name, one))
    }),
  ]
  const market = odds === null ? '' : `\n${marketLine(answer, odds)}`
  return escapeHidden(`${head}\n${dataAge(data)}\n${idleTeams(answer)}\n${textTable(rows, 2)}${market}`)
}

function withLine(team: string, line: number): string {
  return `${team} ${line > 0 ? '+' : ''}${line}`
}

function marketRow(market: string, selected: string, { probability, fairOdds }: Selection): readonly string[] {
  return [market, selected, percent(probability), fairOdds === null ? '-' : fairOdds.toFixed(3)]
}
