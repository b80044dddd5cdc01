import { describe, expect, it } from 'vitest'
import { chartHtml, drawingDocument as document, numbersHtml } from '../../site/charts/chart-html.ts'
import { drawIntervals, type IntervalChart } from '../../site/charts/interval-chart.ts'
import { chartSeries } from '../../site/charts/legend.ts'
import { drawLines } from '../../site/charts/line-chart.ts'
import { drawReliability } from '../../site/charts/reliability-chart.ts'

const [wide, narrow] = [688, 320].map((width) => ({ width, document }))

const toText = (value: number): string => value.toFixed(1)
const chart: IntervalChart = {
  axis: 'gain; right is better',
  series: chartSeries('ours', 'theirs'),
  groups: [
    { label: 'first', values: [{ value: 1, interval: [0.5, 2] }, { value: 3 }] },
    { label: 'second', values: [{ value: 2, bar: [0, 2.5] }, null] },
  ],
  reference: { value: 0, name: 'no difference' },
  bars: 'luck',
  toText,
}

/** Texts of a drawing in their order. */
function textsOf(drawing: SVGSVGElement): string[] {
  return [...drawing.querySelectorAll('text')].map(({ textContent }) => textContent ?? '')
}

/** Horizontal places of the symbols of a drawing that stand in its frame, by the name of the mark and a colour. */
function placesOf(drawing: SVGSVGElement, colour: string): number[] {
  const mark = [...drawing.querySelectorAll('g[aria-label="dot"]')].find(
    (group) => group.getAttribute('fill') === colour,
  )
  return [...mark!.children].map((symbol) =>
    Number(symbol.getAttribute('cx') ?? /translate\(([\d.]+)/.exec(symbol.getAttribute('transform') ?? '')?.[1]),
  )
}

/** Place of each tick of the horizontal axis. */
function ticksOf(drawing: SVGSVGElement): Map<number, number> {
  const ticks = [...drawing.querySelectorAll('g[aria-label="x-axis tick label"] text')]
  return new Map(
    ticks.map((tick) => [
      Number(tick.textContent),
      Number(/translate\(([\d.]+)/.exec(tick.getAttribute('transform') ?? '')?.[1]),
    ]),
  )
}

describe('a chart of intervals', () => {
  it.each([
    ['wide', wide!],
    ['narrow', narrow!],
  ])('places symbols and ends of intervals where its axis has their values, %s', (_, canvas) => {
    const drawing = drawIntervals(chart, canvas)
    const ticks = ticksOf(drawing)
    const placeOf = (value: number): number => ticks.get(0)! + (value * (ticks.get(2)! - ticks.get(0)!)) / 2
    const [first, second] = placesOf(drawing, 'var(--chart-blue)')
    expect([first, second]).toEqual([placeOf(1), placeOf(2)].map((place) => expect.closeTo(place, 6)))
    expect(placesOf(drawing, 'var(--chart-orange)')[0]).toBeCloseTo(placeOf(3), 6)
    const line = drawing.querySelector('g[stroke="var(--chart-blue)"] line')!
    expect(['x1', 'x2'].map((end) => Number(line.getAttribute(end))).sort((a, b) => a - b)).toEqual(
      [placeOf(0.5), placeOf(2)].map((place) => expect.closeTo(place, 6)),
    )
  })

  it('has each label and each value as text, and a legend of series, bars and reference', () => {
    const texts = textsOf(drawIntervals(chart, wide!))
    for (const text of ['first', 'second', '1.0', '3.0', '2.0', 'ours', 'theirs', 'luck', 'no difference']) {
      expect(texts).toContain(text)
    }
  })

  it('has no legend for one series alone', () => {
    const { reference: _, bars: __, ...rest } = chart
    const series = chartSeries('ours')
    const alone = drawIntervals({ ...rest, series, groups: [{ label: 'first', values: [{ value: 1 }] }] }, wide!)
    expect(textsOf(alone)).not.toContain('ours')
  })
})

describe('other charts', () => {
  it('reliability has a panel beside the other on a screen, and one below the other on a phone', () => {
    const points = [[{ count: 1, forecast: 0.6, happened: 0.7, band: [0.5, 0.9] as const }]]
    const panels = ['one', 'two', 'three'].map((title) => ({ title, points }))
    const options = { forecast: 'f', happened: 'h', from: 0.4, series: chartSeries('ours'), panels, band: 'luck' }
    const heights = [wide!, narrow!].map((canvas) => Number(drawReliability(options, canvas).getAttribute('height')))
    expect(heights[0]).toBeLessThan(400)
    expect(heights[1]).toBeGreaterThan(700)
  })

  it('a line joins its points, and stands beside the line to compare with', () => {
    const points = [0, 1, 2].map((x) => ({ x, y: x * x }))
    const lines = [{ series: chartSeries('ours')[0]!, points, look: 'both' as const }]
    const drawing = drawLines({ xAxis: 'x', yAxis: 'y', lines, reference: { value: 3, name: 'coin' }, toText }, wide!)
    expect(drawing.querySelectorAll('g[aria-label="line"] path')).toHaveLength(1)
    expect(placesOf(drawing, 'var(--chart-blue)')).toHaveLength(3)
    expect(textsOf(drawing)).toContain('coin')
  })
})

describe('HTML of a chart', () => {
  const html = chartHtml({
    title: 'A <b>',
    description: 'Dots & lines.',
    table: { columns: ['name', 'value'], rows: [['<x>', '+0.1000']] },
    draw: (canvas) => drawIntervals(chart, canvas),
  })

  it('escapes its words, and rounds the coordinates of its drawings', () => {
    expect(html).toContain('A &lt;b&gt;<span class="visually-hidden">. Dots &amp; lines.</span>')
    expect(html).toContain('<td>&lt;x&gt;</td><td class="number">+0.1000</td>')
    expect(html).not.toMatch(/(?:x1|x2|cx)="-?\d+\.\d\d/)
  })

  it('puts columns of numbers, intervals and dashes on the right, and others on the left', () => {
    const rows = [
      ['−0.1', '[−0.1, +0.2]', '–', 'a 1'],
      ['1,234', '–', '3 %', '2'],
    ]
    const table = numbersHtml('The numbers', 'T', { columns: ['a', 'b', 'c', 'd'], rows })
    expect(table.match(/<th scope="col"[^>]*>/g)).toEqual([
      ...Array(3).fill('<th scope="col" class="number">'),
      '<th scope="col">',
    ])
  })
})
