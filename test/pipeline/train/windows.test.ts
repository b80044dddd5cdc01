import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { dayMs } from '@riftline/base'
import { featureNames } from '@riftline/predictor'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { FeatureRow } from '#pipeline/features/feature-rows.ts'
import { planWindows, writeTable } from '#pipeline/train/windows.ts'

const utc = (text: string): number => Date.parse(`${text}T00:00:00Z`)

describe('planWindows', () => {
  it('windows are half-years from the fifth year on, the last two for testing, with a short tail joined to the previous one', () => {
    const { trainingStartMs, windows } = planWindows(utc('2019-01-16'), utc('2026-02-28'))
    expect(trainingStartMs).toBe(utc('2021-01-01'))
    expect(windows.map(({ name, purpose }) => `${name} ${purpose}`)).toEqual([
      '2023-01..2023-06 validation',
      '2023-07..2023-12 validation',
      '2024-01..2024-06 validation',
      '2024-07..2024-12 validation',
      '2025-01..2025-06 test',
      '2025-07..2026-02 test',
    ])
  })

  it('windows start anew at the date from which nobody had seen the series', () => {
    const { windows, testFromMs } = planWindows(utc('2019-01-16'), utc('2026-08-03'))
    expect(windows.slice(-3).map(({ name, purpose }) => `${name} ${purpose}`)).toEqual([
      '2025-01..2025-06 test',
      '2025-07..2026-02 test',
      '2026-03..2026-08 unseen',
    ])
    expect(testFromMs).toBe(utc('2025-01-01'))
  })

  it('a history too short for three windows before that date is planned without it', () => {
    const { windows } = planWindows(utc('2024-01-01'), utc('2030-06-30'))
    expect(windows.map(({ name, purpose }) => `${name} ${purpose}`)).toEqual([
      '2027-07..2027-12 validation',
      '2028-01..2028-06 validation',
      '2028-07..2028-12 validation',
      '2029-01..2029-06 validation',
      '2029-07..2029-12 test',
      '2030-01..2030-06 test',
    ])
  })

  it('windows follow one another without gap or overlap and reach the last match', () => {
    for (const last of ['2025-07-20', '2025-12-31', '2026-02-28', '2026-05-01', '2027-01-01']) {
      const { windows } = planWindows(utc('2019-01-16'), utc(last))
      for (const [index, window] of windows.entries()) {
        expect(window.untilMs).toBeGreaterThan(window.fromMs)
        if (index > 0) expect(window.fromMs).toBe(windows[index - 1]!.untilMs)
      }
      expect(windows.at(-1)!.untilMs).toBe(utc(last) + 1)
    }
  })

  it('a history too short for training and testing is refused', () => {
    expect(() => planWindows(utc('2024-01-01'), utc('2025-06-01'))).toThrow(/history: expected at least four years/)
    expect(() => planWindows(0, Number.NEGATIVE_INFINITY)).toThrow(/history_too_short|expected at least/)
  })

  it('a table has both sides of each series, and the half-year before its end as stop rows', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'riftline-table-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    const untilMs = utc('2025-01-01')
    const rowAt = (startMs: number, outcome: 0 | 1) => {
      return { startMs, outcome, vector: new Float64Array(featureNames.length).fill(0.5) } as unknown as FeatureRow
    }
    const rows = [
      rowAt(utc('2019-12-31'), 1),
      rowAt(untilMs - 183 * dayMs - 1, 1),
      rowAt(untilMs - 183 * dayMs, 0),
      rowAt(untilMs, 1),
    ]
    const file = join(folder, 'table.csv')
    await writeTable(file, { features: ['rating_logit'], rows, span: { fromMs: utc('2020-01-01'), untilMs } })
    expect((await readFile(file, 'utf8')).split('\n')).toEqual([
      'split,label,weight,rating_logit',
      ...['train,1,1,0.5', 'train,0,1,-0.5', 'stop,0,1,0.5', 'stop,1,1,-0.5'],
      ...['verify,,,0.5', 'verify,,,-0.5', 'verify,,,0.5', 'verify,,,-0.5'],
      '',
    ])
  })
})
