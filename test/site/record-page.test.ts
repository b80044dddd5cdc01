import { readFileSync } from 'node:fs'
import { scoreForecasts } from '@riftline/record'
import { describe, expect, it } from 'vitest'
import { drawingDocument } from '../../site/charts/chart-html.ts'
import { recordMarkdown } from '../../site/gather/record.ts'
import {
  chancesOf,
  consensusOf,
  eloOf,
  gainsByMonth,
  glickoOf,
  readRecordData,
  runningGain,
} from '../../site/gather/record-data.ts'
import { forecasterRow, savedAgainst } from '../../site/gather/record-gains.ts'
import { parseReport, reportInterval, reportNumber, reportRows } from '../../site/gather/record-report.ts'

const data = await readRecordData(new URL('../..', import.meta.url).pathname)
const { report, windows, graded } = data
const page = recordMarkdown(data)
const document = drawingDocument.createElement('div')
document.innerHTML = page
const [, ...sections] = page.split(/^## /m)
const sectionOf = (heading: string): string => sections.find((text) => text.startsWith(`${heading}\n`))!

const forecasters = [
  ['Consensus', 'raw', ({ consensus }) => consensus.raw],
  ['Consensus', 'calibrated', consensusOf],
  ['FastTree', 'calibrated', ({ calibrated }) => calibrated.fasttree],
  ['LightGBM', 'calibrated', ({ calibrated }) => calibrated.lightgbm],
  ['PCA sweep', 'calibrated', ({ calibrated }) => calibrated.pcasweep],
  ['Elo (K = 32)', '', eloOf],
  ['Glicko-2', '', glickoOf],
] as const satisfies readonly (readonly [string, string, Parameters<typeof chancesOf>[1]])[]

describe('the graded series', () => {
  it('log-losses and calibration errors of the graded series are those of REPORT.md', () => {
    for (const { name, series } of windows) {
      for (const [forecaster, form, of] of forecasters) {
        const { chances, outcomes } = chancesOf(series, of)
        const { logLoss, brier, accuracy, ece } = scoreForecasts(chances, outcomes)
        const row = forecasterRow(report, name, forecaster, form)
        const stated = ['n', 'log-loss', 'Brier', 'accuracy', 'ECE'].map(row)
        expect([
          series.length.toLocaleString('en-US'),
          ...[logLoss, brier, accuracy, ece].map((x) => x.toFixed(4)),
        ]).toEqual(stated)
      }
    }
  })

  it('the consensus has a lower log-loss than Elo and Glicko-2 in every test window', () => {
    for (const { series } of windows) {
      const { outcomes } = chancesOf(series, consensusOf)
      const lossOf = (of: typeof eloOf): number => scoreForecasts(chancesOf(series, of).chances, outcomes).logLoss
      expect(lossOf(consensusOf)).toBeLessThan(Math.min(lossOf(eloOf), lossOf(glickoOf)))
    }
  })

  it('the calibration error of the consensus is within luck in every test window', () => {
    for (const { name } of windows) {
      const row = forecasterRow(report, name, 'Consensus', 'calibrated')
      const [, luck = ''] = /\((\S+)\)/.exec(row('ECE if perfect (95 % point)')) ?? []
      expect(reportNumber(row('ECE'))).toBeLessThanOrEqual(reportNumber(luck))
    }
  })

  it('gains added up are those of REPORT.md for each window, and those of the months together', () => {
    for (const { name, series } of windows) {
      const { total } = runningGain(series, eloOf)
      expect(total / series.length).toBeCloseTo(savedAgainst(report, name, 'Elo (K = 32)').value, 4)
    }
    const months = gainsByMonth(graded)
    expect(months.reduce((sum, { count, gain }) => sum + count * gain, 0)).toBeCloseTo(
      runningGain(graded, eloOf).total,
      8,
    )
  })

  it('reliability points are those of the pictures of REPORT.md', () => {
    const rows = [...document.querySelectorAll('tr')].map((row) =>
      [...row.children].map((cell) => cell.textContent ?? ''),
    )
    for (const { name } of windows) {
      const picture = readFileSync(`artifacts/report/reliability-${name.replace('..', '-to-')}-consensus.svg`, 'utf8')
      const [, points = ''] = /Calibrated (.*?)\. Raw/.exec(picture) ?? []
      const stated = points.split(/[:,]/).map(Number)
      const shown = rows
        .filter((cells) => cells.length === 6 && cells[0] === name && cells[1] === 'Consensus, calibrated')
        .flatMap((cells) => cells.slice(3, 5).map(Number))
      expect(shown).toHaveLength(20)
      // The picture has two digits, the table four.
      for (const [i, value] of shown.entries()) expect(Math.abs(value - stated[i]!)).toBeLessThan(0.00506)
    }
  })
})

describe('the page of the record', () => {
  it('every number of a table that comes from REPORT.md is written there', () => {
    const own = ['Reliability', 'Month by month', 'The latest record', 'On old data']
    const cells = sections
      .filter((text) => !own.some((heading) => text.startsWith(heading)))
      .flatMap((text) => Array.from(text.matchAll(/<td[^>]*>([^<]*)<\/td>/g), ([, cell]) => cell ?? ''))
      .flatMap((cell) => cell.match(/[+−]?\d+\.\d{2,}/g) ?? [])
    expect(cells.length).toBeGreaterThan(400)
    expect(cells.filter((cell) => !report.text.includes(cell))).toEqual([])
  })

  it('the latest record has the numbers of performance.json', () => {
    const { rows } = data.performance.windows.find(({ window }) => window === 'last365days')!
    const section = sectionOf('The latest record')
    for (const model of ['consensus', 'elo', 'glicko2'] as const) {
      const row = rows.find((one) => one.model === model && one.league === null && one.bestOf === null)!
      expect(section).toContain(`>${row.logLoss!.toFixed(4)}<`)
      expect(section).toContain(`>[${row.logLossInterval!.map((end) => end.toFixed(4)).join(', ')}]<`)
    }
  })

  it('each picture has two drawings, a description, and its numbers as a table with as many cells as columns', () => {
    const figures = [...document.querySelectorAll('figure')]
    expect(figures.length).toBeGreaterThan(18)
    for (const figure of figures) {
      expect(figure.querySelector('.visually-hidden')?.textContent?.length).toBeGreaterThan(40)
      expect(figure.querySelectorAll('.chart-wide svg[aria-hidden], .chart-narrow svg[aria-hidden]')).toHaveLength(2)
      const width = figure.querySelectorAll('th').length
      for (const row of figure.querySelectorAll('tbody tr')) expect(row.children).toHaveLength(width)
    }
  })

  it('no drawing has a style, a script, an address, a warning of its library or a number that is none', () => {
    const drawings = [...document.querySelectorAll('svg')].map(({ outerHTML }) => outerHTML).join('')
    expect(drawings).not.toMatch(/ style=|<style|<script|href|⚠|NaN|undefined|\{\{/)
  })

  it('says how many checks are met, as REPORT.md does', () => {
    const [, met] = /All (\d+) acceptance checks are met/.exec(report.text) ?? []
    expect(sectionOf('Acceptance checks')).toContain(`${met} of ${met} checks are met`)
  })
})

describe('tables of REPORT.md', () => {
  const small = parseReport('## One\n\n| a | b |\n| --- | ---: |\n| x | −1,204.5 |\n\n## Two\n')

  it('are found by section and columns', () => {
    expect(reportRows(small, 'One', ['a', 'b']).map((row) => [row('a'), reportNumber(row('b'))])).toEqual([
      ['x', -1204.5],
    ])
  })

  it('that are missing are refused by name, as are missing columns and cells without a number', () => {
    const error = expect.objectContaining({ code: 'artifact_invalid' })
    expect(() => reportRows(small, 'Two', ['a'])).toThrow(error)
    expect(() => reportRows(small, 'One', ['a'])[0]!('c')).toThrow(/a column c/)
    expect(() => reportNumber('–')).toThrow(/a number/)
  })

  it('have intervals in brackets, or none', () => {
    expect(reportInterval('0.96 [−0.86, +1.06]')).toEqual([-0.86, 1.06])
    expect(reportInterval('too few days')).toBeNull()
  })
})
