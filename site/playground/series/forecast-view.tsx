import type { MarketsAnswer, Prediction } from '@riftline/predictor'
import { type ExplainedPrediction, idleTeams, percentText, signed } from '@riftline/predictor/texts'
import type { FunctionalComponent } from 'vue'
import { ChartFigure, NumberTable } from '../../charts/chart-figure.tsx'
import { drawModelChances, type ModelChance } from './series-charts.ts'

interface ForecastProps {
  readonly prediction: ExplainedPrediction
  readonly markets: MarketsAnswer
}

/** The chances of both teams, of each model, and at the prices. */
export const ForecastView: FunctionalComponent<ForecastProps> = ({ prediction, markets }) => {
  const { blueTeam, odds } = prediction
  const chances = modelChances(prediction)
  const list = chances.map(({ model, calibrated }) => `${model} ${percentText(calibrated)}`)
  return (
    <section>
      <h2>The forecast</h2>
      <Headline prediction={prediction} markets={markets} />
      <h3>Models</h3>
      <p class="series-note">Open circle: the model's own chance. Filled circle: the calibrated chance.</p>
      <ChartFigure
        title={`Chance of ${blueTeam.name} by each model`}
        description={`Calibrated chance of ${blueTeam.name}: ${list.join(', ')}.`}
        table={modelTable(prediction)}
        draw={(canvas) => drawModelChances(chances, blueTeam.name, canvas)}
      />
      {odds && (
        <>
          <h3>At these prices</h3>
          <NumberTable {...priceTable(prediction, odds, rounded)} caption="Value of a bet at these prices" />
          <details>
            <summary>The numbers</summary>
            <NumberTable {...priceTable(prediction, odds, inFull)} caption="Value of a bet at these prices, in full" />
          </details>
        </>
      )}
    </section>
  )
}
ForecastView.props = ['prediction', 'markets']

const Headline: FunctionalComponent<ForecastProps> = ({ prediction, markets }) => {
  const { blueTeam, redTeam, calibratedBlueWinProbability: blue, calibratedRedWinProbability: red } = prediction
  return (
    <>
      <div class="series-headline">
        <p class="series-blue">
          {blueTeam.name} <strong>{percentText(blue)}</strong>
        </p>
        <p class="series-red">
          <strong>{percentText(red)}</strong> {redTeam.name}
        </p>
      </div>
      <div class="series-split" aria-hidden="true">
        <span class="series-split-blue" style={{ width: `${100 * blue}%` }} />
        <span class="series-split-red" />
      </div>
      {standingText(markets) && (
        <p>
          <strong>{standingText(markets)}</strong>
        </p>
      )}
      <p>{factsOf(prediction)}</p>
      {idleTeams(prediction)
        .split('\n')
        .filter(Boolean)
        .map((line) => (
          <p class="series-warning">{line}</p>
        ))}
    </>
  )
}
Headline.props = ['prediction', 'markets']

/** The chances from the standing on; empty before the first map. */
function standingText({ standing, markets, blueTeam, redTeam }: MarketsAnswer): string {
  if (standing.blue + standing.red === 0) return ''
  const [blue, red] = markets.seriesWinner
  const chances = `${blueTeam.name} ${percentText(blue.probability)}, ${redTeam.name} ${percentText(red.probability)}`
  return `Before the first map. At ${standing.blue}-${standing.red}: ${chances}.`
}

/** Best-of, league, moment and age of the data in words. */
function factsOf({ bestOf, league, asOfUtc, dataThroughUtc, explanation, artifacts }: ExplainedPrediction): string {
  const age = explanation.stages.find(({ stage }) => stage === 'age')
  const origin = league?.source === 'label' ? 'by its label' : 'the league of both teams'
  return [
    `Best of ${bestOf}; ${league === null ? 'no common league' : `${league.name}, ${origin}`}.`,
    `Data through ${dataThroughUtc.slice(0, 10)}, forecast for ${asOfUtc}${age?.days === undefined ? '' : `, ${age.days} days later`}.`,
    age?.factor === undefined
      ? ''
      : `Old data count less: ${percentText(age.factor)} of the distance from even (in log odds) is kept.`,
    `Artifacts ${artifacts}.`,
  ].join(' ')
}

function modelChances(prediction: Prediction): readonly ModelChance[] {
  return [...(prediction.models ?? []), prediction].map((one) => ({
    model: one.model,
    raw: one.blueWinProbability,
    calibrated: one.calibratedBlueWinProbability,
  }))
}

function modelTable(prediction: Prediction) {
  const { blueTeam, redTeam, models = [] } = prediction
  const columns = ['Model', 'Weight', ...[blueTeam, redTeam].flatMap(({ name }) => [name, `${name}, raw`])]
  const row = (one: Prediction | (typeof models)[number]) => [
    one.model,
    'weight' in one ? one.weight : '',
    one.calibratedBlueWinProbability,
    one.blueWinProbability,
    one.calibratedRedWinProbability,
    one.redWinProbability,
  ]
  return { columns, rows: [...models, prediction].map(row) }
}

/** Texts of a chance and of an expected value. */
interface ValueTexts {
  readonly chance: (chance: number) => string | number
  readonly value: (value: number | null) => string | number
}

const rounded: ValueTexts = { chance: percentText, value: signed }
const inFull: ValueTexts = { chance: (chance) => chance, value: (value) => value ?? '-' }

function priceTable(prediction: ExplainedPrediction, odds: NonNullable<Prediction['odds']>, texts: ValueTexts) {
  const { blueTeam, redTeam, explanation, calibratedBlueWinProbability, calibratedRedWinProbability } = prediction
  const { blue = null, red = null } = explanation.value ?? {}
  const chance = (value: number | null | undefined) => (typeof value === 'number' ? texts.chance(value) : '-')
  const row = (
    team: string,
    price: number | null,
    breakEven: number | undefined,
    own: number,
    market: number | null,
    ev: number | null,
  ) => [team, price ?? '-', chance(breakEven), chance(own), chance(market), texts.value(ev)]
  return {
    columns: ['Team', 'Price', 'Break-even', 'Forecast', 'Market', 'Expected value'],
    rows: [
      row(
        blueTeam.name,
        odds.blue,
        blue?.breakEven,
        calibratedBlueWinProbability,
        odds.marketBlueProbability,
        odds.calibratedBlueEv,
      ),
      row(
        redTeam.name,
        odds.red,
        red?.breakEven,
        calibratedRedWinProbability,
        odds.marketRedProbability,
        odds.calibratedRedEv,
      ),
    ],
  }
}
