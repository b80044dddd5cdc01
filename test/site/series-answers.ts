import type { MarketsAnswer, Prediction, Predictor, Selection } from '@riftline/predictor'
import { partText, stageLabels, withLine } from '@riftline/predictor/texts'
import { bodyOf, type SeriesForm } from '../../site/playground/series/series-form.ts'

type Rows = readonly (readonly string[])[]

/** Numbers that the page must show for a form, as their texts in Node: rows of each table by its caption, a name first. */
export function expectedTables(predictor: Predictor, form: SeriesForm, at: number): Readonly<Record<string, Rows>> {
  const options = form.moment === 'today' ? { at } : {}
  const body = bodyOf(form) as unknown as Parameters<Predictor['predict']>[0]
  const prediction = predictor.predict({ ...body, explain: true }, options)
  const markets = predictor.markets({ ...body, standing: form.standing }, null, options)
  return { ...forecastTables(prediction), ...explanationTables(prediction), ...marketTables(markets) }
}

function forecastTables(prediction: Prediction): Record<string, Rows> {
  const { blueTeam, redTeam, models = [], odds, explanation } = prediction
  const rows = [...models, prediction].map((one) => [
    one.model,
    'weight' in one ? one.weight : '',
    one.calibratedBlueWinProbability,
    one.blueWinProbability,
    one.calibratedRedWinProbability,
    one.redWinProbability,
  ])
  const { blue = null, red = null } = explanation?.value ?? {}
  const prices = odds && [
    [
      blueTeam.name,
      odds.blue,
      blue?.breakEven,
      prediction.calibratedBlueWinProbability,
      odds.marketBlueProbability,
      odds.calibratedBlueEv,
    ],
    [
      redTeam.name,
      odds.red,
      red?.breakEven,
      prediction.calibratedRedWinProbability,
      odds.marketRedProbability,
      odds.calibratedRedEv,
    ],
  ]
  return {
    [`Chance of ${blueTeam.name} by each model`]: texts(rows),
    ...(prices && { 'Value of a bet at these prices, in full': texts(prices) }),
  }
}

function explanationTables(prediction: Prediction): Record<string, Rows> {
  const { blueTeam, redTeam } = prediction
  const { stages } = prediction.explanation!
  const tables: Record<string, Rows> = {
    [`From even teams to the chance of ${blueTeam.name}`]: texts(
      stages.map(({ stage, points, logit, probability }) => [stageLabels[stage], points, logit, probability]),
    ),
  }
  for (const { stage, parts } of stages) {
    if (parts.length < 2) continue
    const caption =
      stage === 'rating'
        ? `Ratings of ${blueTeam.name} against ${redTeam.name}, player by player`
        : `Parts of ${stageLabels[stage]}`
    tables[caption] = texts(parts.map((part) => [partText(part, prediction), part.points, part.logit]))
  }
  return tables
}

function marketTables({ markets }: MarketsAnswer): Record<string, Rows> {
  const row = (name: string, { probability, fairOdds }: Selection): readonly unknown[] => [
    name,
    probability,
    fairOdds ?? 'none',
  ]
  const { seriesWinner, handicap, totalMaps, correctScore, mapWinner } = markets
  const tables = {
    'Series winner': seriesWinner.map((one) => row(one.team.name, one)),
    'Map handicap': handicap.flatMap(({ odds }) => odds.map((one) => row(withLine(one.team.name, one.line), one))),
    'Total maps': totalMaps.flatMap(({ line, over, under }) => [
      row(`over ${line}`, over),
      row(`under ${line}`, under),
    ]),
    'Final score': correctScore.map((one) => row(`${one.team.name} ${one.score}`, one)),
    'Winner of each map, if it is played': mapWinner.flatMap(({ map, played, odds }) =>
      odds.map((one) => [...row(`Map ${map}: ${one.team.name}`, one), played]),
    ),
  }
  return Object.fromEntries(
    Object.entries(tables)
      .filter(([, rows]) => rows.length > 0)
      .map(([caption, rows]) => [caption, texts(rows)]),
  )
}

function texts(rows: readonly (readonly unknown[])[]): Rows {
  return rows.map((row) => row.map((cell) => (cell === null || cell === undefined ? '-' : String(cell))))
}
