import { join } from 'node:path'
import { toCount } from '@riftline/base'
import { toDecimal, toInterval, toSigned } from '@riftline/record/svg'
import { chartHtml, numbersHtml } from '../charts/chart-html.ts'
import { luckSection, reliabilitySection } from './record-calibration.ts'
import type { RecordSection } from './record-charts.ts'
import { ageSection, marketSection, stepSection } from './record-conditions.ts'
import { type RecordData, readRecordData } from './record-data.ts'
import {
  forecasterRow,
  forecasterSection,
  gainSection,
  monthSection,
  recentSection,
  savedAgainst,
} from './record-gains.ts'
import { bestOfSection, draftSection, leagueSection, mapSection } from './record-groups.ts'
import { reportRows } from './record-report.ts'
import { eventSection, seasonSection } from './record-seasons.ts'
import { writePage } from './write-page.ts'

const sections = [
  ...[gainSection, forecasterSection, reliabilitySection, luckSection, monthSection, recentSection],
  ...[bestOfSection, leagueSection, marketSection, ageSection, draftSection, mapSection, stepSection],
  ...[seasonSection, eventSection],
]

/** Writes the page of the record: the evaluation of the artifacts as pictures, drawn now, so that it needs no script. */
export async function writeRecordPage(repository: string, pages: string): Promise<void> {
  await writePage(join(pages, 'record.md'), recordMarkdown(await readRecordData(repository)))
}

export function recordMarkdown(data: RecordData): string {
  return [
    '---\ntitle: Record\neditLink: false\n---',
    "<script setup>\nimport '#site/charts/chart-html.css'\n</script>",
    '# How good the forecasts are',
    introduction(data),
    glance(data),
    ...sections.map((section) => sectionMarkdown(section(data))),
    checks(data),
  ].join('\n\n')
}

function introduction({ report, performance }: RecordData): string {
  const [, games, series] = /with ([\d,]+) games in ([\d,]+) series/.exec(report.text.replaceAll('\n', ' ')) ?? []
  return [
    `Every forecast here was made before its series, by models that had learned only from earlier ones: ${games} games in ${series} series,`,
    `up to ${performance.dataThroughUtc.slice(0, 10)}. No series was left out for being hard. **Log-loss** is in nats, lower is better; a **gain** is`,
    'log-loss saved on the same series, and a line through a dot is its 95 % interval. The last test window did not exist when the features,',
    'the settings and the program were made. [The whole report](artifacts/REPORT.md) has every table, and the',
    '[glossary](docs/glossary.md) the words.',
  ].join('\n')
}

/** One card for each test window. */
function glance({ report, windows }: RecordData): string {
  const cards = windows.map(({ name }) => {
    const row = forecasterRow(report, name, 'Consensus', 'calibrated')
    const { value, interval } = savedAgainst(report, name, 'Elo (K = 32)')
    const range = interval ? toInterval({ low: interval[0], high: interval[1] }, toSigned) : ''
    const accuracy = (Number(row('accuracy')) * 100).toFixed(1)
    return [
      `<li><strong>${name}</strong><span>${row('n')} series</span>`,
      `<b>${toSigned(value)}</b><span>nats a series saved against Elo ${range}</span>`,
      `<span>log-loss ${toDecimal(Number(row('log-loss')))}, ${accuracy} % of winners named</span></li>`,
    ].join('')
  })
  return `<ul class="record-cards">${cards.join('')}</ul>`
}

function sectionMarkdown({ heading, reading, note, charts }: RecordSection): string {
  return [`## ${heading}`, reading, ...(note === undefined ? [] : [note]), ...charts.map(chartHtml)].join('\n\n')
}

function checks({ report }: RecordData): string {
  const rows = reportRows(report, 'Acceptance checks', ['check', 'where', 'measured', 'verdict'])
  const met = rows.filter((row) => row('verdict') === 'met').length
  const columns = ['check', 'where', 'measured', 'verdict']
  return [
    '## Acceptance checks',
    `${toCount(met)} of ${toCount(rows.length)} checks are met. A new build of the artifacts runs all of them.`,
    numbersHtml('All checks', 'Acceptance checks', { columns, rows: rows.map((row) => columns.map(row)) }),
  ].join('\n\n')
}
