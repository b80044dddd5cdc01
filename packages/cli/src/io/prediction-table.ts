import type { MarketsAnswer, Prediction, PredictionOdds, Selection, WinProbabilities } from '@riftline/predictor'
import {
  dataAge,
  idleTeams,
  type MarketView,
  marketLine,
  type PredictionData,
  percentText,
  signed,
  withLine,
} from '@riftline/predictor/texts'
import { escapeHidden, textTable } from './output.ts'

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

function text(value: number | null): string {
  return value === null ? '-' : String(value)
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

function marketRow(market: string, selected: string, { probability, fairOdds }: Selection): readonly string[] {
  return [market, selected, percentText(probability), fairOdds === null ? '-' : fairOdds.toFixed(3)]
}
