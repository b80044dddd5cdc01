import type { ExplanationPart, ExplanationStage, StageName } from '@riftline/predictor'
import { type ExplainedPrediction, fixed, partText, percentText, stageLabels } from '@riftline/predictor/texts'
import type { FunctionalComponent } from 'vue'
import { ChartFigure, NumberTable } from '../../charts/chart-figure.tsx'
import { isNarrow } from '../../charts/plot.ts'
import { drawWaterfall } from '../../charts/waterfall.ts'

interface ExplanationProps {
  readonly prediction: ExplainedPrediction
}

/** The way from even teams to the forecast: all stages, then the parts of each. */
export const ExplanationView: FunctionalComponent<ExplanationProps> = ({ prediction }) => {
  const { blueTeam, explanation, calibratedBlueWinProbability } = prediction
  const { stages } = explanation
  const chance = percentText(calibratedBlueWinProbability)
  const list = stages.map(({ stage, points }) => `${stageLabels[stage]} ${pointsText(points)}`)
  const [rating] = stages
  return (
    <section>
      <h2>Why</h2>
      <p>
        Each bar is a stage of the forecast: to the right it favours {blueTeam.name}, to the left{' '}
        {prediction.redTeam.name}.
      </p>
      <ChartFigure
        title={`From even teams to the chance of ${blueTeam.name}`}
        description={`Percentage points that each stage adds to the chance of ${blueTeam.name}, from 50 %: ${list.join(', ')}; in all ${chance}.`}
        table={{
          columns: ['Stage', 'Points', 'Log odds', 'Chance after it', 'Its step'],
          rows: stages.map((stage) => [
            stageLabels[stage.stage],
            stage.points,
            stage.logit,
            stage.probability,
            stepOf(stage),
          ]),
        }}
        draw={(canvas) =>
          drawWaterfall(
            {
              start: { label: 'even teams', value: 50 },
              steps: stages.map(({ stage, points }) => ({ label: stageLabels[stage], value: points })),
              end: { label: 'the forecast', value: 100 * calibratedBlueWinProbability },
              axis: `chance of ${blueTeam.name}`,
              toText: (value) => `${Number(value.toFixed(1))} %`,
              toStepText: pointsText,
            },
            canvas,
          )
        }
      />
      {rating && <RatingParts prediction={prediction} rating={rating} />}
      <h3>Parts of other stages</h3>
      {stages
        .filter(({ stage, parts }) => stage !== 'rating' && parts.length > 1)
        .map((stage) => (
          <details key={stage.stage}>
            <summary>
              {stageLabels[stage.stage]}: {pointsText(stage.points)} points
            </summary>
            <NumberTable {...partsTable(stage, prediction)} caption={`Parts of ${stageLabels[stage.stage]}`} />
          </details>
        ))}
    </section>
  )
}
ExplanationView.props = ['prediction']

/** League, team and players: the parts that people ask about first. */
const RatingParts: FunctionalComponent<ExplanationProps & { readonly rating: ExplanationStage }> = ({
  prediction,
  rating,
}) => {
  const { blueTeam, redTeam } = prediction
  const parts = rating.parts.filter(({ logit }) => logit !== 0)
  const list = parts.map((part) => `${partText(part, prediction)} ${pointsText(part.points)}`)
  return (
    <ChartFigure
      title={`Ratings of ${blueTeam.name} against ${redTeam.name}, player by player`}
      description={`Percentage points for ${blueTeam.name} from the ratings: ${list.join(', ')}; in all ${pointsText(rating.points)}.`}
      table={partsTable(rating, prediction)}
      draw={(canvas) =>
        drawWaterfall(
          {
            start: { label: 'even teams', value: 0 },
            steps: parts.map((part) => ({ label: shortText(part, prediction, canvas.width), value: part.points })),
            end: { label: 'ratings', value: rating.points },
            axis: `percentage points for ${blueTeam.name}`,
            toText: (value) => fixed(value, Number.isInteger(value) ? 0 : 1),
            toStepText: pointsText,
          },
          canvas,
        )
      }
    />
  )
}
RatingParts.props = ['prediction', 'rating']

/** Names a part; on a phone, a pair of players without their role. */
function shortText(part: ExplanationPart, prediction: ExplainedPrediction, width: number): string {
  const isShort = isNarrow(width) && part.part === 'player' && part.blue !== null && part.red !== null
  return isShort ? `${part.blue.name}, ${part.red.name}` : partText(part, prediction)
}

function partsTable({ parts }: ExplanationStage, prediction: ExplainedPrediction) {
  return {
    columns: ['Part', 'Points', 'Log odds'],
    rows: parts.map((part) => [partText(part, prediction), part.points, part.logit]),
  }
}

/** The step of a stage in words, with its numbers. */
function stepOf(stage: ExplanationStage): string {
  const { factor = 0, sd = 0, slope = 0, days = 0, weight = 0, marketProbability = 0 } = stage
  const words: Readonly<Record<StageName, string>> = {
    rating: 'difference in strength, in log odds of a game',
    scale: `times the fitted factor ${factor}`,
    doubt: `averaged over the doubt about the strengths, sd ${sd}`,
    bestOf: 'from a game to the series',
    leagueSlope: `times the slope of the league ${slope}`,
    models: "to the models' raw chances, pooled",
    calibration: 'to the calibrated chances, pooled',
    draft: 'the picked champions',
    age: `${days} days old, times ${factor}`,
    market: `towards the market's ${marketProbability}; the models keep ${weight}`,
  }
  return words[stage.stage]
}

function pointsText(points: number): string {
  const text = fixed(points, 1)
  return points > 0 && Number(text) !== 0 ? `+${text}` : text
}
