import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

interface Scores {
  readonly n: number
  readonly logLoss: number
}

test('the README’s evaluation table says what the manifest of the artifacts says', () => {
  const manifest = JSON.parse(readFileSync('artifacts/manifest.json', 'utf8'))
  const rows = readFileSync('README.md', 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) => line.split('|').map((cell) => cell.replaceAll('*', '').trim()))
  const row = (name: string): readonly string[] => rows.find((cells) => cells[1] === name)!.slice(2, 4)
  const windows = Object.values(manifest.consensus) as { readonly raw: Scores; readonly calibrated: Scores }[]
  expect(row('consensus, calibrated')).toEqual(windows.map(({ calibrated }) => calibrated.logLoss.toFixed(4)))
  expect(row('consensus, raw')).toEqual(windows.map(({ raw }) => raw.logLoss.toFixed(4)))
  const members = ['fasttree', 'lightgbm', 'pcasweep'].map((model) =>
    Object.values(manifest.files[`models/${model}-match.json`].metrics as Record<string, Scores>),
  )
  const memberRow = [0, 1].map((window) => members.map((scores) => scores[window]!.logLoss.toFixed(4)).join(' / '))
  expect(row('fasttree / lightgbm / pcasweep, raw')).toEqual(memberRow)
})
