import { describe, expect, it } from 'vitest'
import { evaluationTable, evaluationTables } from '#cli/io/evaluation-tables.ts'
import { evaluationPage } from '#cli/pictures/evaluation-page.ts'
import { evaluateForecasts } from '#pipeline/evaluate/evaluation.ts'
import { reliabilityDiagrams } from '#pipeline/report/svg/reliability-diagrams.ts'
import { elementsOf } from '../../pipeline/report/well-formed.ts'
import { expectNothingForeign } from './expect-nothing-foreign.ts'
import { diagrams, evaluation, graded } from './invented-evaluation.ts'

const page = evaluationPage(evaluation, diagrams)
const count = (name: string, document = page): number =>
  elementsOf(document.replace('<!doctype html>', '')).filter((element) => element === name).length

describe('the page of an evaluation', () => {
  it('the page has every row of every table that the terminal shows, under the same names', () => {
    const text = evaluationTable(evaluation)
    const tables = evaluationTables(evaluation)
    expect(tables.map(({ name }) => name)).toEqual([
      ...[
        'overall',
        'by best-of',
        'draft known',
        'odds known',
        'value picks',
        'markets',
        'book prices',
        'ladder',
        'ladder, odds known',
      ],
    ])
    expect(count('table')).toBe(tables.length)
    expect(count('tr')).toBe(text.split('\n').filter((line) => line !== '').length - 1)
    for (const { columns, rows } of tables) for (const row of rows) expect(row, row[0]).toHaveLength(columns.length + 1)
    const { n, logLoss } = evaluation.models.consensus.calibrated
    expect(page).toContain(
      `<tr><th scope="row">consensus calibrated</th><td>${n}</td><td>${logLoss.toFixed(4)}</td><td>`,
    )
    expect(page).toContain(`<p>${text.split('\n')[0]}</p>`)
  })

  it('the page has no tables for absent parts of the evaluation', () => {
    const little = { ...evaluation, draft: null, market: null, valuePicks: null, markets: null, books: null }
    const short = evaluationPage({ ...little, ladder: { ...evaluation.ladder, priced: null } }, {})
    expect(count('table', short)).toBe(3)
    expect(short).not.toMatch(/null|undefined|NaN/)
  })

  it('the page embeds the reliability diagrams as pictures with their own names and ids', () => {
    expect(count('svg')).toBe(5)
    const ids = [...page.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id!)
    expect(new Set(ids).size).toBe(ids.length)
    const named = [...page.matchAll(/ aria-labelledby="([^"]*)"/g)].flatMap(([, list]) => list!.split(' '))
    expect(named.filter((id) => !ids.includes(id))).toEqual([])
    expect(page).toContain('<title id="consensus-title">Consensus on 2025-01..06: 400 series</title>')
  })

  it('the page escapes foreign names and shows hidden characters', () => {
    expect(page).toContain('&lt;script&gt;alert(1)&lt;/script&gt; &amp; &quot;Book&quot; \\u202e</th>')
    expect(page).toContain(
      '\\u202e totalMaps, our shape at its series price</th><td>60</td><td>0.5300</td><td>0.5500</td>',
    )
    expect(count('script')).toBe(0)
    expect(page).not.toContain('\u202e')
  })

  it('the page loads no resource and runs no script', () => {
    expectNothingForeign(page)
    expect(page).toContain(`content="default-src 'none'; style-src 'unsafe-inline'"`)
  })

  it('the page fits a phone, in light and dark mode', () => {
    expect(page).toMatch(/^<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8"\/>/)
    expect(page).toContain('<meta name="viewport" content="width=device-width, initial-scale=1"/>')
    expect(page).toContain('color-scheme:light dark')
    expect(page).toContain('@media(prefers-color-scheme:dark){:root{')
    expect(page.match(/<div class="scroll" role="region" aria-labelledby="[^"]+" tabindex="0"><table/g)).toHaveLength(
      count('table'),
    )
  })

  it('the page has the same bytes for the same evaluation', () => {
    const again = reliabilityDiagrams('2025-01..06', graded, { onOnePage: true })
    expect(evaluationPage({ ...evaluation, ladder: evaluateForecasts(graded).ladder }, again)).toBe(page)
  })
})
