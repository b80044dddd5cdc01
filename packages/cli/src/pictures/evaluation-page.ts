import type { Evaluation } from '@riftline/pipeline'
import { element, escapeXml } from '@riftline/record/svg'
import { type EvaluationTable, evaluatedSeries, evaluationTables } from '../io/evaluation-tables.ts'
import { escapeHidden } from '../io/output.ts'

/** Writes the whole report as one page without requests and scripts. @param diagrams SVG by name, with different ids */
export function evaluationPage(evaluation: Evaluation, diagrams: Readonly<Record<string, string>>): string {
  const title = `riftline: ${evaluatedSeries(evaluation)}`
  const head = element('head', {}, [
    '\n<meta charset="utf-8"/>\n',
    '<meta name="viewport" content="width=device-width, initial-scale=1"/>\n',
    '<meta name="color-scheme" content="light dark"/>\n',
    `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'"/>\n`,
    tag('title', title),
    element('style', {}, [`\n${pageStyle}\n`]),
  ])
  const body = element('body', {}, [
    '\n',
    element('header', {}, [tag('h1', 'Evaluation'), tag('p', evaluatedSeries(evaluation))]),
    '\n',
    element('main', {}, ['\n', ...evaluationTables(evaluation).map(tableSection), reliabilitySection(diagrams)]),
    '\n',
  ])
  return escapeHidden(`<!doctype html>\n${element('html', { lang: 'en' }, ['\n', head, '\n', body, '\n'])}\n`)
}

function tableSection({ name, note, columns, rows }: EvaluationTable, index: number): string {
  const head = [name, ...columns].map((column) => tag('th', column, { scope: 'col' }))
  const lines = rows.map(([first = '', ...cells]) => [
    tag('th', first, { scope: 'row' }),
    ...cells.map((cell) => tag('td', cell)),
  ])
  const id = `table-${index + 1}`
  const table = element('table', { 'aria-labelledby': id }, [
    element('thead', {}, [row(head)]),
    element('tbody', {}, ['\n', ...lines.map(row)]),
  ])
  // A scrollable region needs focus to be scrolled by keyboard.
  const scrolling = { class: 'scroll', role: 'region', 'aria-labelledby': id, tabindex: 0 }
  return section(id, name, [element('figure', {}, [tag('figcaption', note), element('div', scrolling, [table])])])
}

function reliabilitySection(diagrams: Readonly<Record<string, string>>): string {
  const figures = Object.values(diagrams).map((svg) => element('figure', {}, ['\n', svg]))
  const note =
    'Whether favourites win as often as forecast: on the dashed line they do. A point is a tenth of the series; the band holds those of a perfect forecaster 95 times in 100.'
  return section('reliability', 'reliability', [tag('p', note), element('div', { class: 'diagrams' }, figures)])
}

function section(id: string, name: string, children: readonly string[]): string {
  const heading = `${name.charAt(0).toUpperCase()}${name.slice(1)}`
  return `${element('section', {}, [tag('h2', heading, { id }), '\n', ...children])}\n`
}

function row(cells: readonly string[]): string {
  return `${element('tr', {}, cells)}\n`
}

/** An element with an end tag, even if its text is empty. */
function tag(name: string, text: string, attributes: Readonly<Record<string, string>> = {}): string {
  return element(name, attributes, [escapeXml(text)])
}

/** Tables scroll on a narrow screen, with their first column fixed. */
const pageStyle: string = [
  ':root{color-scheme:light dark;--paper:#ffffff;--ink:#1f2328;--faint:#59636e;--line:#d1d9e0}',
  '@media(prefers-color-scheme:dark){:root{--paper:#0d1117;--ink:#e6edf3;--faint:#9198a1;--line:#30363d}}',
  '*{box-sizing:border-box}',
  'html{-webkit-text-size-adjust:100%;text-size-adjust:100%}',
  'body{margin:0 auto;max-width:64rem;padding:1rem;background:var(--paper);color:var(--ink);',
  'font:1rem/1.5 system-ui,-apple-system,"Segoe UI",Helvetica,Arial,sans-serif;overflow-wrap:anywhere}',
  'h1{font-size:1.6rem;line-height:1.2;margin:.5rem 0}',
  'h2{font-size:1.2rem;margin:2rem 0 .25rem}',
  'figure{margin:0 0 1rem}',
  'figcaption,header p,section>p{color:var(--faint);max-width:44rem;margin:0 0 .5rem}',
  '.scroll{overflow-x:auto}',
  'table{border-collapse:collapse;white-space:nowrap;font-size:.9rem;font-variant-numeric:tabular-nums}',
  'th,td{padding:.3rem .75rem;text-align:right;border-bottom:1px solid var(--line)}',
  'thead th{color:var(--faint);font-weight:500}',
  'tbody th{font-weight:500}',
  'th:first-child{position:sticky;left:0;padding-left:0;text-align:left;background:var(--paper);',
  'white-space:normal;overflow-wrap:break-word;min-width:8.5rem;max-width:45vw}',
  '.diagrams{display:flex;flex-wrap:wrap;gap:0 1rem}',
  '.diagrams figure{min-width:0}',
  'svg{display:block;max-width:100%;height:auto}',
].join('\n')
