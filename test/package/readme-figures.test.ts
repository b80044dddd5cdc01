import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

interface Scores {
  readonly n: number
  readonly logLoss: number
}

it('the README’s evaluation table has the figures of the artifacts’ manifest', () => {
  const manifest = JSON.parse(readFileSync('artifacts/manifest.json', 'utf8'))
  const rows = readFileSync('README.md', 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) => line.split('|').map((cell) => cell.replaceAll('*', '').trim()))
  const row = (name: string): readonly string[] => rows.find((cells) => cells[1] === name)!.slice(2, -1)
  const windows = Object.values(manifest.consensus) as { readonly raw: Scores; readonly calibrated: Scores }[]
  expect(row('log-loss of the series winner')).toEqual(Object.keys(manifest.consensus))
  expect(row('series')).toEqual(windows.map(({ raw }) => raw.n.toLocaleString('en-US')))
  expect(row('consensus, calibrated')).toEqual(windows.map(({ calibrated }) => calibrated.logLoss.toFixed(4)))
  expect(row('consensus, raw')).toEqual(windows.map(({ raw }) => raw.logLoss.toFixed(4)))
  const members = ['fasttree', 'lightgbm', 'pcasweep'].map((model) =>
    Object.values(manifest.files[`models/${model}-match.json`].metrics as Record<string, Scores>),
  )
  const memberRow = windows.map((_, window) => members.map((scores) => scores[window]!.logLoss.toFixed(4)).join(' / '))
  expect(row('fasttree / lightgbm / pcasweep, raw')).toEqual(memberRow)
  const report = readFileSync('artifacts/REPORT.md', 'utf8')
  const gains = [...report.matchAll(/^\| consensus \| Elo \(K = 32\) \| \+(\S+) \| \[\+(\S+), \+(\S+)\] \|$/gm)]
  expect(row('gain over Elo [95 %, paired, by day]')).toEqual(
    gains.map(([, mean, low, high]) => `${mean} [${low}, ${high}]`),
  )
  const loss = (name: string): unknown =>
    [...report.matchAll(new RegExp(`^\\| ${name} \\|  \\| [\\d,]+ \\| (\\S+)`, 'gm'))].map(([, text]) => text)
  expect(row('Glicko-2, tuned on 2021-2024')).toEqual(loss('Glicko-2'))
  expect(row('Elo, K = 32')).toEqual(loss('Elo \\(K = 32\\)'))
})
