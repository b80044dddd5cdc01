import {
  type ExplainedPrediction,
  fixed,
  type PredictionData,
  percentText,
  stageLabels,
} from '@riftline/predictor/texts'
import { drawPicture, element, horizontalAxis, linearScale, type Scale, textElement, ticks } from '@riftline/record/svg'
import { escapeHidden } from '../io/output.ts'
import { shortName, subtitle } from './short-name.ts'

/** A bar of the picture, from one of blue's chances to the next. */
interface Step {
  readonly label: string
  readonly from: number
  readonly to: number
  readonly text: string
}

const width = 600
const edge = 16
const top = 84
const rowHeight = 26

/** Draws a forecast as SVG, from even teams to the answer: a bar per stage, to the right if it favours blue. */
export function explanationPicture(prediction: ExplainedPrediction, bestOf: number, data: PredictionData): string {
  const { blueTeam, redTeam } = prediction
  const steps = stepsOf(prediction)
  const ends = steps.flatMap(({ from, to }) => [from, to])
  const low = Math.floor(Math.min(0.4, ...ends) * 10 + 1e-9) / 10
  const high = Math.ceil(Math.max(0.6, ...ends) * 10 - 1e-9) / 10
  const frame = { left: 170, right: 500, top, bottom: top + rowHeight * steps.length }
  const x = linearScale([low, high], [frame.left, frame.right])
  const blue = shortName(blueTeam.name, 20)
  const red = shortName(redTeam.name, 20)
  const picture = drawPicture({
    width,
    height: frame.bottom + 50,
    title: `${blue} ${percentText(steps.at(-1)!.to)} against ${red}, best of ${bestOf}`,
    description: inWords(prediction, steps),
    body: [
      subtitle(prediction, data),
      element('rect', { class: 'second', x: frame.left, y: 62, width: 10, height: 10 }),
      textElement({ x: frame.left + 16, y: 71 }, red),
      element('rect', { class: 'first', x: frame.right - 10, y: 62, width: 10, height: 10 }),
      textElement({ x: frame.right - 16, y: 71, 'text-anchor': 'end' }, blue),
      textElement({ class: 'quiet', x: width - edge, y: 71, 'text-anchor': 'end' }, 'points'),
      ...horizontalAxis(
        {
          scale: x,
          ticks: ticks(low, high, high - low > 0.65 ? 0.2 : 0.1),
          toText: (value) => `${Math.round(100 * value)} %`,
        },
        frame,
      ),
      element('line', { class: 'reference', x1: x(0.5), x2: x(0.5), y1: frame.top, y2: frame.bottom }),
      ...steps.flatMap((step, row) => drawStep(step, x, top + rowHeight * row, row + 1 < steps.length)),
      textElement(
        { x: (frame.left + frame.right) / 2, y: frame.bottom + 38, 'text-anchor': 'middle' },
        `chance of ${blue}, from even teams to the answer`,
      ),
    ],
  })
  return escapeHidden(picture)
}

/** Stages, each starting at the end of the one before, and the answer, starting at even teams. */
function stepsOf({ explanation }: ExplainedPrediction): readonly Step[] {
  let from = 0.5
  const stages = explanation.stages.map(({ stage, probability, points }) => {
    const step = { label: stageLabels[stage], from, to: probability, text: signedPoints(points) }
    from = probability
    return step
  })
  return [...stages, { label: 'answer', from: 0.5, to: from, text: signedPoints(explanation.points) }]
}

function drawStep({ label, from, to, text }: Step, x: Scale, y: number, goesOn: boolean): string[] {
  const bar = {
    class: to < from ? 'second' : 'first',
    x: Math.min(x(from), x(to)),
    y: y + 5,
    width: Math.abs(x(to) - x(from)),
    height: 16,
  }
  const look = goesOn ? {} : { class: 'heading' }
  return [
    textElement({ ...look, x: edge, y: y + 17 }, label),
    element('rect', bar),
    textElement({ ...look, x: width - edge, y: y + 17, 'text-anchor': 'end' }, text),
    ...(goesOn ? [element('line', { class: 'axis', x1: x(to), x2: x(to), y1: y + 21, y2: y + rowHeight + 5 })] : []),
  ]
}

function inWords(
  { blueTeam, redTeam, calibratedBlueWinProbability }: ExplainedPrediction,
  steps: readonly Step[],
): string {
  const list = steps.slice(0, -1).map(({ label, text }) => `${label} ${text}`)
  const chance = percentText(calibratedBlueWinProbability)
  return `Percentage points that each stage adds to the chance of ${blueTeam.name} against ${redTeam.name}, from 50.0 %: ${list.join(', ')}; in all ${steps.at(-1)!.text}, which makes ${chance}.`
}

function signedPoints(points: number): string {
  const text = fixed(points, 1)
  return points > 0 && Number(text) !== 0 ? `+${text}` : text
}
