import type { MarketsAnswer, Prediction, PredictionOdds, Selection, WinProbabilities } from '@riftline/predictor'
import { escapeHidden, textTable } from './output.ts'

export interface PredictionData {
  readonly throughUtc: string
  readonly ageDays: number
}

export function predictionTable(prediction: Prediction, data: PredictionData, bestOf: number): string {
  const { blueTeam, redTeam, league, models = [], odds } = prediction
  const rows = [
    ['', 'weight', blueTeam.name, redTeam.name, `${blueTeam.name} calibrated`, `${redTeam.name} calibrated`],
    ...models.map((member) => probabilityRow(member.model, percentText(member.weight), member)),
    probabilityRow('consensus', '', prediction),
  ]
  const series = `${blueTeam.name} against ${redTeam.name}, best of ${bestOf}${league === null ? '' : `, ${league.name}`}`
  const head = `${series}\n${dataAge(data)}\n${idleTeams(prediction)}\n`
  return `${head}${textTable(rows)}${odds === undefined ? '' : `\n${oddsTable(prediction, odds)}`}`
}

/** Lines about inactive teams. */
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
    percentText(chances.blueWinProbability),
    percentText(chances.redWinProbability),
    percentText(chances.calibratedBlueWinProbability),
    percentText(chances.calibratedRedWinProbability),
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

/** Chances given by the market's prices alone. */
export type MarketView = Pick<PredictionOdds, 'margin' | 'marketBlueProbability' | 'marketRedProbability'>

/** Formats the market's chances; empty if only one price is known. */
export function marketLine(
  { blueTeam, redTeam }: Pick<Prediction, 'blueTeam' | 'redTeam'>,
  { margin, marketBlueProbability: blue, marketRedProbability: red }: MarketView,
): string {
  if (margin === null || blue === null || red === null) return ''
  return `market: ${blueTeam.name} ${percentText(blue)}, ${redTeam.name} ${percentText(red)}; margin ${percentText(margin)}\n`
}

export function percentText(probability: number): string {
  return `${(100 * probability).toFixed(1)} %`
}

function text(value: number | null): string {
  return value === null ? '-' : String(value)
}

export function signed(value: number | null): string {
  return value === null ? '-' : `${value < 0 ? '' : '+'}${value.toFixed(4)}`
}

/** Formats every selection of every market. @param odds chances by the odds on the command line */
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
      const market = played === 1 ? `map ${map}` : `map ${map}, if played (${percentText(played)})`
      return odds.map((one) => marketRow(market, one.team.name, one))
    }),
  ]
  const market = odds === null ? '' : `\n${marketLine(answer, odds)}`
  return escapeHidden(`${head}\n${dataAge(data)}\n${idleTeams(answer)}\n${textTable(rows, 2)}${market}`)
}

export function withLine(team: string, line: number): string {
  return `${team} ${line > 0 ? '+' : ''}${line}`
}

function marketRow(market: string, selected: string, { probability, fairOdds }: Selection): readonly string[] {
  return [market, selected, percentText(probability), fairOdds === null ? '-' : fairOdds.toFixed(3)]
}
