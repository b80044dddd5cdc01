import type { MarketsAnswer, Selection } from '@riftline/predictor'
import { escapeHidden } from './output.ts'
import { dataAge, idleTeams, type MarketView, marketLine, type PredictionData, percent } from './prediction-table.ts'
import { textTable } from './text-table.ts'

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
    ...markets.seriesWinner.map((one) => row('series winner', one.team.name, one)),
    ...markets.handicap.flatMap(({ odds }) =>
      odds.map((one) => row('handicap', withLine(one.team.name, one.line), one)),
    ),
    ...markets.totalMaps.flatMap(({ line, over, under }) => [
      row('total maps', `over ${line}`, over),
      row('total maps', `under ${line}`, under),
    ]),
    ...markets.correctScore.map((one) => row('score', `${one.team.name} ${one.score}`, one)),
    ...markets.mapWinner.flatMap(({ map, played, odds }) => {
      const market = played === 1 ? `map ${map}` : `map ${map}, if played (${percent(played)})`
      return odds.map((one) => row(market, one.team.name, one))
    }),
  ]
  const market = odds === null ? '' : `\n${marketLine(answer, odds)}`
  return escapeHidden(`${head}\n${dataAge(data)}\n${idleTeams(answer)}\n${textTable(rows, 2)}${market}`)
}

function withLine(team: string, line: number): string {
  return `${team} ${line > 0 ? '+' : ''}${line}`
}

function row(market: string, selected: string, { probability, fairOdds }: Selection): readonly string[] {
  return [market, selected, percent(probability), fairOdds === null ? '-' : fairOdds.toFixed(3)]
}
