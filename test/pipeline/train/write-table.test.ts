import { mkdtemp, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { dayMs, featureNames } from '@riftline/core'
import { describe, expect, test } from 'vitest'
import type { FeatureRow } from '#pipeline/features/feature-rows.ts'
import { writeTable } from '#pipeline/train/write-table.ts'

const untilMs = Date.UTC(2025, 0, 1)
const names = featureNames('match')

function row(daysBefore: number, outcome: 0 | 1, draft: boolean): FeatureRow {
  const match = Float64Array.from(names, (_, index) => index + daysBefore / 1000)
  return {
    seriesId: daysBefore,
    startMs: untilMs - daysBefore * dayMs,
    league: 'LCK',
    bestOf: 3,
    outcome,
    vectors: { match, draft: draft ? Float64Array.from([...match, 0.25, 0.5]) : null },
    baselines: { constant: 0.5, elo: 0.5, glicko2: 0.5 },
    price: null,
  }
}

const rows = [row(900, 1, true), row(400, 1, true), row(300, 0, false), row(100, 1, true), row(-5, 0, true)]
const span = { fromMs: untilMs - 500 * dayMs, untilMs }

async function table(schema: 'match' | 'draft', features: readonly string[]): Promise<string[][]> {
  const file = join(await mkdtemp(join(tmpdir(), 'riftline-table-')), 'table.csv')
  await writeTable(file, { schema, features, rows, span })
  return (await readFile(file, 'utf8'))
    .trim()
    .split('\n')
    .map((line) => line.split(','))
}

describe('writeTable', () => {
  test('the trainers’ table holds each series of the span twice, mirrored, the latest half-year as stop rows', async () => {
    const [header, ...lines] = await table('match', ['calibrated_logit', 'best_of'])
    expect(header).toEqual(['split', 'label', 'weight', 'calibrated_logit', 'best_of'])
    const learned = lines.filter(([split]) => split !== 'verify')
    expect(learned).toEqual([
      ['train', '1', '1', '0.4', '5.4'],
      ['train', '0', '1', '-0.4', '5.4'],
      ['train', '0', '1', '0.3', '5.3'],
      ['train', '1', '1', '-0.3', '5.3'],
      ['stop', '1', '1', '0.1', '5.1'],
      ['stop', '0', '1', '-0.1', '5.1'],
    ])
  })

  test('the trainers’ table gives verify rows no label', async () => {
    const lines = (await table('match', names)).filter(([split]) => split === 'verify')
    expect(lines).toHaveLength(6)
    for (const [, label, weight] of lines) expect([label, weight]).toEqual(['', ''])
  })

  test('the trainers’ table leaves out series without a draft where the schema wants one', async () => {
    const lines = (await table('draft', ['draft_champions'])).filter(([split]) => split !== 'verify')
    expect(lines.map((cells) => cells.at(-1)).slice(1)).toEqual(['0.5', '-0.5', '0.5', '-0.5'])
  })
})
