import { reliabilityPoints } from '@riftline/record/svg'
import { describe, expect, it } from 'vitest'
import { gainsPlot } from '#pipeline/report/svg/gains-plot.ts'
import { reliabilityDiagrams } from '#pipeline/report/svg/reliability-diagrams.ts'
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
  it('pictures are well-formed XML and begin with a title and a description', () => {
    for (const svg of pictures) {
      expect(elementsOf(svg).slice(0, 3)).toEqual(['svg', 'title', 'desc'])
      expect(svg).toContain('role="img" aria-labelledby="title description"')
    }
    expect(pictures[3]).toContain('<title id="title">Consensus on first &amp; &lt;early&gt;: 700 series</title>')
  })

  it('pictures have a few kB, their own background in both themes, and no NaN or infinite number', () => {
    for (const svg of pictures) {
      expect(Buffer.byteLength(svg)).toBeLessThan(10_000)
      expect(svg).toContain('@media(prefers-color-scheme:dark)')
      expect(svg).toContain('class="page"')
      expect(svg).not.toMatch(/NaN|undefined|Infinity/)
    }
  })

  it('a reliability diagram draws ten points for each form and states the same numbers in words', () => {
    const { graded } = windows[1]!
    const points = reliabilityPoints(
      graded.map(({ match }) => match.consensus!.calibrated),
      graded.map(({ outcome }) => outcome),
    )
    const svg = diagrams[1]!.consensus!
    expect(points.map(({ count }) => count)).toEqual(new Array(10).fill(50))
    expect(elementsOf(svg).filter((name) => name === 'circle')).toHaveLength(10 + 1)
    const { forecast, won } = points[0]!
    expect(svg).toContain(`Calibrated ${forecast.toFixed(2)}: ${won.toFixed(2)},`)
    expect(svg).toContain('calibrated, 50 series a point')
  })

  it('reliability diagrams show each model, and the anchored consensus beside the market where there are odds', () => {
    const [first] = diagrams
    expect(Object.keys(first!)).toEqual(['fasttree', 'lightgbm', 'pcasweep', 'consensus', 'anchored'])
    expect(first!.anchored).toMatch(/>anchored, \d[–\d]* series a point</)
    expect(first!.anchored).toContain('>market</text>')
    const unpriced = windows[0]!.graded.map((forecast) => ({ ...forecast, market: null }))
    expect(Object.keys(reliabilityDiagrams('first', unpriced))).not.toContain('anchored')
  })

  it('the plot of gains has five gains with intervals for each window', () => {
    expect(plot.match(/<circle class="mark first"/g)).toHaveLength(5 + 1)
    expect(plot.match(/<rect class="mark second"/g)).toHaveLength(5 + 1)
    expect(plot.match(/<line class="mark /g)).toHaveLength(10)
  })

  it('pictures can be drawn for three windows, and for a single series', () => {
    const single = inventedWindow('single', 'test', { count: 1, seed: 23 })
    const drawn = Object.values(reliabilityDiagrams('single', single.graded))
    for (const svg of [gainsPlot([...windows, single]), gainsPlot([single]), ...drawn]) {
      elementsOf(svg)
      expect(svg).not.toMatch(/NaN|undefined|Infinity/)
    }
  })
})
