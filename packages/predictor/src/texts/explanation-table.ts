import { escapeHidden, textTable } from '@riftline/base'
import type { Explanation, ExplanationPart, ExplanationStage, Prediction, Share, StageName } from '../types.ts'
import { marketLine, percentText, signed } from './forecast-parts.ts'

export type ExplainedPrediction = Prediction & { readonly explanation: Explanation }

/** Words for the stages of an explanation, short enough for the axis of a chart. */
export const stageLabels: Readonly<Record<StageName, string>> = {
  rating: 'ratings',
  scale: 'scale of ratings',
  doubt: 'doubt about ratings',
  bestOf: 'number of maps',
  leagueSlope: 'league',
  models: 'models',
  calibration: 'calibration',
  draft: 'draft',
  age: 'age of the data',
  market: 'market',
}

interface Line extends Share {
  readonly label: string
}

/** Formats an explanation: a line per stage and part, with a bar towards the team that it favours. */
export function explanationTable(prediction: ExplainedPrediction, bestOf: number, hasBars = true): string {
  const { blueTeam, redTeam, model, explanation, calibratedBlueWinProbability } = prediction
  const chance = percentText(calibratedBlueWinProbability)
  const sum = `50 ${explanation.points < 0 ? '-' : '+'} ${Math.abs(explanation.points).toFixed(1)} = ${chance}`
  const lines = explanation.stages.flatMap((stage) => linesOf(stage, prediction))
  const left = Math.max(longestBar, redTeam.name.length)
  const barOf = bars(lines, left)
  const width = Math.max(...lines.map(({ label }) => label.length))
  const row = (label: string, logit: string, points: string, last: string): string =>
    `${label.padEnd(width)}${logit.padStart(9)}${points.padStart(9)}   ${last}`.trimEnd()
  const shareRow = (line: Line, last: string): string =>
    row(line.label, fixed(line.logit, 3), fixed(line.points, 1), last)
  const rows = [
    `${blueTeam.name} against ${redTeam.name}, best of ${bestOf}, ${model}: ${chance} for ${blueTeam.name}`,
    row('', 'logit', 'points', hasBars ? `${redTeam.name.padStart(left)} | ${blueTeam.name}` : ''),
    ...lines.map((line) => shareRow(line, hasBars ? barOf(line) : '')),
    shareRow({ label: 'answer', ...explanation }, sum),
    formatsNote,
  ]
  return escapeHidden(`${rows.join('\n')}\n${valueTable(prediction)}`)
}

const formatsNote =
  "Each best-of has its own calibration curve: a favourite's chance in a best-of-5 can be below that in a best-of-3."

const longestBar = 10

/** Draws bars from the middle; those for red go to the left. */
function bars(lines: readonly Line[], left: number): (line: Line) => string {
  const most = Math.max(...lines.map(({ points }) => Math.abs(points)))
  return ({ points }) => {
    const bar = '#'.repeat(most === 0 ? 0 : Math.round((longestBar * Math.abs(points)) / most))
    return points < 0 ? `${bar.padStart(left)} |` : `${''.padStart(left)} | ${bar}`
  }
}

/** Lines of a stage and its parts, without parts of logit 0 and without a part that is the only one. */
function linesOf(stage: ExplanationStage, prediction: Prediction): readonly Line[] {
  const parts = stage.parts.length === 1 ? [] : stage.parts.filter(({ logit }) => logit !== 0)
  return [
    { ...stage, label: stage.stage },
    ...parts.map((part) => ({ label: `  ${partText(part, prediction)}`, logit: part.logit, points: part.points })),
  ]
}

/** Names a part of a stage, with its players or its champion. */
export function partText(
  part: ExplanationPart,
  { blueTeam, redTeam }: Pick<Prediction, 'blueTeam' | 'redTeam'>,
): string {
  if (part.part === 'league') return `league  ${part.blue ?? '?'}, ${part.red ?? '?'}`
  if (part.part === 'player') {
    return `${part.role.toLowerCase()}  ${part.blue?.name ?? '?'}, ${part.red?.name ?? '?'}`
  }
  if (part.part === 'champion') {
    const team = part.side === 'blue' ? blueTeam : redTeam
    return `${part.role.toLowerCase()}  ${part.champion.name} of ${team.name}`
  }
  return 'source' in part ? `${part.part} ${part.source}` : part.part
}

function valueTable({ blueTeam, redTeam, explanation, odds }: ExplainedPrediction): string {
  const { value } = explanation
  if (value === null || odds === undefined) return ''
  const sides = [
    [blueTeam.name, value.blue],
    [redTeam.name, value.red],
  ] as const
  const rows = sides.flatMap(([name, side]) =>
    side === null
      ? []
      : [[name, String(side.decimalOdds), percentText(side.breakEven), signed(side.evAtEven), signed(side.ev)]],
  )
  return `\n${textTable([['', 'odds', 'break-even', 'EV at even', 'EV'], ...rows])}${marketLine({ blueTeam, redTeam }, odds)}`
}

/** Formats a number without a negative zero. */
export function fixed(value: number, digits: number): string {
  return (Number(value.toFixed(digits)) + 0).toFixed(digits)
}
