import { mkdtemp, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { dayMs } from '@riftline/base'
import { featureNames } from '@riftline/predictor'
import { describe, expect, it } from 'vitest'
import type { FeatureRow } from '#pipeline/features/feature-rows.ts'
import { writeTable } from '#pipeline/train/windows.ts'

const untilMs = Date.UTC(2025, 0, 1)

function row(daysBefore: number, outcome: 0 | 1): FeatureRow {
  const vector = Float64Array.from(featureNames, (_, index) => index + daysBefore / 1000)
  return {
    seriesId: daysBefore,
    startMs: untilMs - daysBefore * dayMs,
    league: 'LCK',
    bestOf: 3,
    outcome,
    ...{ team1Id: 1, team2Id: 2, wins1: 2 * outcome, wins2: 2 - 2 * outcome },
    vector,
    sd: 0,
    maps: null,
    draftOffset: null,
    baselines: { constant: 0.5, elo: 0.5, glicko2: 0.5 },
    price: null,
    quotes: [],
  }
}

const rows = [row(900, 1), row(400, 1), row(300, 0), row(100, 1), row(-5, 0)]
const span = { fromMs: untilMs - 500 * dayMs, untilMs }

async function table(features: readonly string[]): Promise<string[][]> {
  const file = join(await mkdtemp(join(tmpdir(), 'riftline-table-')), 'table.csv')
  await writeTable(file, { features, rows, span })
  return (await readFile(file, 'utf8'))
    .trim()
    .split('\n')
    .map((line) => line.split(','))
}

describe('writeTable', () => {
  it('the table for the trainers has each series twice, mirrored, with the latest half-year as stop rows', async () => {
    const [header, ...lines] = await table(['calibrated_logit', 'best_of'])
    expect(header).toEqual(['split', 'label', 'weight', 'calibrated_logit', 'best_of'])
    const learned = lines.filter(([split]) => split !== 'verify')
    expect(learned).toEqual([
      ['train', '1', '1', '0.4', '23.4'],
      ['train', '0', '1', '-0.4', '23.4'],
      ['train', '0', '1', '0.3', '23.3'],
      ['train', '1', '1', '-0.3', '23.3'],
      ['stop', '1', '1', '0.1', '23.1'],
      ['stop', '0', '1', '-0.1', '23.1'],
    ])
  })

  it('the table for the trainers gives verify rows no label', async () => {
    const lines = (await table(featureNames)).filter(([split]) => split === 'verify')
    expect(lines).toHaveLength(6)
    for (const [, label, weight] of lines) expect([label, weight]).toEqual(['', ''])
  })
})
