import { escapeXml } from '@riftline/record/svg'
import { parseHTML } from 'linkedom'
import type { ChartProps, ChartTable } from './chart-figure.tsx'

/** A chart that is drawn while the site is built. */
export type StaticChart = Omit<ChartProps, 'scrolls'>

/** Widths of the two drawings; the style sheet shows the one that fits. */
const widths = { wide: 688, narrow: 320 } as const

/** Makes the elements of drawings where there is no browser. */
export const drawingDocument: Document = parseHTML('<!doctype html><html><body></body></html>')
  .document as unknown as Document

/** A figure with a drawing for wide places and one for phones, and its numbers in a table that can be opened. */
export function chartHtml({ title, description, table, draw }: StaticChart): string {
  const drawings = Object.entries(widths).map(([kind, width]) => {
    const drawing = draw({ width, document: drawingDocument })
    return `<div class="chart-${kind}">${shortened(drawing).outerHTML}</div>`
  })
  return [
    '<figure class="chart-figure chart-static">',
    // The words in the caption stand for the drawings, which screen readers skip. A role would keep Vue from treating this as static.
    `<figcaption>${escapeXml(title)}<span class="visually-hidden">. ${escapeXml(description)}</span></figcaption>`,
    `<div class="chart-frame">${drawings.join('')}</div>`,
    numbersHtml('The numbers', title, table),
    '</figure>',
  ].join('\n')
}

/** A table that opens at a click; columns of numbers stand on the right. */
export function numbersHtml(summary: string, title: string, { columns, rows }: ChartTable): string {
  const isNumber = columns.map((_, i) => rows.every((row) => /^[+−]?[\d.,]+( %)?$|^\[.*\]$|^–$/.test(String(row[i]))))
  const cell = (tag: string, text: string | number, i: number): string =>
    `<${tag}${isNumber[i] ? ' class="number"' : ''}>${escapeXml(String(text))}</${tag.split(' ')[0]}>`
  const head = columns.map((column, i) => cell('th scope="col"', column, i))
  const body = rows.map((row) => `<tr>${row.map((text, i) => cell('td', text, i)).join('')}</tr>`)
  return [
    `<details class="chart-numbers"><summary>${summary}</summary>`,
    `<section class="table-frame" tabindex="0" aria-label="${escapeXml(title)}"><table>`,
    `<thead><tr>${head.join('')}</tr></thead><tbody>${body.join('')}</tbody></table></section></details>`,
  ].join('')
}

/** Rounds the coordinates of a drawing to tenths of a pixel: full digits would double the page. */
function shortened(drawing: SVGSVGElement): SVGSVGElement {
  for (const element of drawing.querySelectorAll('*')) {
    for (const name of ['d', 'transform', 'x', 'y', 'x1', 'x2', 'y1', 'y2', 'cx', 'cy', 'width', 'height']) {
      const value = element.getAttribute(name)
      if (value !== null && !value.endsWith('em')) {
        element.setAttribute(
          name,
          value.replace(/-?\d+\.\d{2,}/g, (digits) => String(Math.round(Number(digits) * 10) / 10)),
        )
      }
    }
  }
  return drawing
}
