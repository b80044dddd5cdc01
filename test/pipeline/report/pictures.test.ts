import { describe, expect, it } from 'vitest'
import { gainsPlot } from '#pipeline/report/svg/gains-plot.ts'
import { reliabilityDiagrams, reliabilityPoints } from '#pipeline/report/svg/reliability-diagrams.ts'
import { inventedWindow } from './invented-forecasts.ts'
import { elementsOf } from './well-formed.ts'

const windows = [
  inventedWindow('first & <early>', 'test', { count: 700, days: 30, seed: 21 }),
  inventedWindow('second', 'test', { count: 500, days: 30, seed: 22 }),
]
const diagrams = windows.map(({ name, graded }) => reliabilityDiagrams(name, graded))
const plot = gainsPlot(windows)
const pictures = [...diagrams.flatMap((ofWindow) => Object.values(ofWindow)), plot]

describe('pictures of the report', () => {
  it('pictures are well-formed, with a title and a description before anything is drawn', () => {
    for (const svg of pictures) {
      expect(elementsOf(svg).slice(0, 3)).toEqual(['svg', 'title', 'desc'])
      expect(svg).toContain('role="img" aria-labelledby="title description"')
    }
    expect(pictures[3]).toContain('<title id="title">Consensus on first &amp; &lt;early&gt;: 700 series</title>')
  })

  it('pictures are a few kB, have a page of their own in both themes and no number that is none', () => {
    for (const svg of pictures) {
      expect(Buffer.byteLength(svg)).toBeLessThan(10_000)
      expect(svg).toContain('@media(prefers-color-scheme:dark)')
      expect(svg).toContain('class="page"')
      expect(svg).not.toMatch(/NaN|undefined|Infinity/)
    }
  })

  it('a reliability diagram draws ten points a form, and tells the same numbers in words', () => {
    const points = reliabilityPoints(windows[1]!.graded, ({ match }) => match.consensus!.calibrated)
    const svg = diagrams[1]!.consensus!
    expect(points.map(({ count }) => count)).toEqual(new Array(10).fill(50))
    expect(elementsOf(svg).filter((name) => name === 'circle')).toHaveLength(10 + 1)
    const { forecast, won } = points[0]!
    expect(svg).toContain(`Calibrated ${forecast.toFixed(2)}: ${won.toFixed(2)},`)
    expect(svg).toContain('calibrated, 50 series a point')
  })

  it('reliability diagrams are of each model, and of the anchored consensus beside the market where there are odds', () => {
    const [first] = diagrams
    expect(Object.keys(first!)).toEqual(['fasttree', 'lightgbm', 'pcasweep', 'consensus', 'anchored'])
    expect(first!.anchored).toMatch(/>anchored, \d[–\d]* series a point</)
    expect(first!.anchored).toContain('>market</text>')
    const unpriced = windows[0]!.graded.map((forecast) => ({ ...forecast, market: null }))
    expect(Object.keys(reliabilityDiagrams('first', unpriced))).not.toContain('anchored')
  })

  it('the gains plot has five gains a window with their intervals', () => {
    expect(plot.match(/<circle class="mark first"/g)).toHaveLength(5 + 1)
    expect(plot.match(/<rect class="mark second"/g)).toHaveLength(5 + 1)
    expect(plot.match(/<line class="mark /g)).toHaveLength(10)
  })

  it('pictures can be drawn of three windows and of a single series', () => {
    const single = inventedWindow('single', 'test', { count: 1, seed: 23 })
    const drawn = Object.values(reliabilityDiagrams('single', single.graded))
    for (const svg of [gainsPlot([...windows, single]), gainsPlot([single]), ...drawn]) {
      elementsOf(svg)
      expect(svg).not.toMatch(/NaN|undefined|Infinity/)
    }
  })
})
