import type { Prediction, PredictionOdds, WinProbabilities } from '@riftline/core'
import { textTable } from './text-table.ts'

/** A consensus prediction for people. */
export function predictionTable(prediction: Prediction, asOf: string, bestOf: number): string {
  const { blueTeam, redTeam, models = [], odds } = prediction
  const rows = [
    ['', blueTeam.name, redTeam.name, `${blueTeam.name} calibrated`, `${redTeam.name} calibrated`],
    ...models.map((member) => probabilityRow(member.model, member)),
    probabilityRow('consensus', prediction),
  ]
  const head = `${blueTeam.name} against ${redTeam.name}, best of ${bestOf}, as known at ${asOf} UTC\n\n`
  return `${head}${textTable(rows)}${odds === undefined ? '' : `\n${oddsTable(prediction, odds)}`}`
}

function probabilityRow(name: string, chances: WinProbabilities): string[] {
  return [
    name,
    percent(chances.blueWinProbability),
    percent(chances.redWinProbability),
    percent(chances.calibratedBlueWinProbability),
    percent(chances.calibratedRedWinProbability),
  ]
}

function oddsTable({ blueTeam, redTeam }: Prediction, odds: PredictionOdds): string {
  return textTable([
    ['consensus', 'odds', 'EV', 'EV calibrated'],
    [blueTeam.name, text(odds.blue), signed(odds.blueEv), signed(odds.calibratedBlueEv)],
    [redTeam.name, text(odds.red), signed(odds.redEv), signed(odds.calibratedRedEv)],
  ])
}

function percent(probability: number): string {
  return `${(100 * probability).toFixed(1)} %`
}

function text(value: number | null): string {
  return value === null ? '-' : String(value)
}

function signed(value: number | null): string {
  return value === null ? '-' : `${value < 0 ? '' : '+'}${value.toFixed(4)}`
}
