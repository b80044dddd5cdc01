import { dayMs } from '@riftline/base'
import { logLoss } from '@riftline/core'
import { recordGains, recordPicture, recordReliability } from '@riftline/record/svg'
import { describe, expect, it } from 'vitest'
import { elementsOf } from '../pipeline/report/well-formed.ts'
import { inventedRecord, untilMs } from './invented-record.ts'

const graded = inventedRecord({ count: 300, seed: 3, days: 500, priced: 0.4 })
const options = { asOfMs: untilMs }

/** Points of a line in the picture, by its class. */
function lineOf(svg: string, kind: 'first' | 'second'): readonly (readonly number[])[] {
  const [, points = ''] = new RegExp(`<polyline class="mark ${kind} hollow"[^>]* points="([^"]*)"`).exec(svg) ?? []
  return points.split(' ').map((point) => point.split(',').map(Number))
}

describe('pictures of the record', () => {
  it('each picture is well-formed, begins with title and description, and has no NaN', () => {
    for (const svg of [
      recordPicture(graded, options),
      recordReliability(graded, options),
      recordGains(graded, options),
    ]) {
      expect(elementsOf(svg!).slice(0, 3)).toEqual(['svg', 'title', 'desc'])
      expect(svg).not.toMatch(/NaN|undefined|Infinity/)
      expect(svg).toContain('@media(prefers-color-scheme:dark)')
      expect(Buffer.byteLength(svg!)).toBeLessThan(60_000)
    }
  })

  it('the reliability diagram counts the series of the last 365 days alone', () => {
    const recent = graded.filter(({ startMs }) => startMs >= Math.floor(untilMs / dayMs) * dayMs - 365 * dayMs)
    expect(recent.length).toBeLessThan(300)
    expect(recordReliability(graded, options)).toContain(`Consensus, last 365 days: ${recent.length} series`)
  })

  it('the lines end at the sums of saved log-loss, which their labels and the description state', () => {
    const saved = (some: typeof graded, otherOf: (one: (typeof graded)[number]) => number): number => {
      const losses = some.map(
        (one) => logLoss([otherOf(one)], [one.outcome]) - logLoss([one.consensus.calibrated], [one.outcome]),
      )
      return losses.reduce((sum, loss) => sum + loss, 0)
    }
    const priced = graded.filter(({ market }) => market !== null)
    const [elo, market] = [saved(graded, ({ baselines }) => baselines.elo), saved(priced, (one) => one.market!.chance)]
    const svg = recordGains(graded, options)!
    const text = (value: number): string => `${value > 0 ? '+' : '−'}${Math.abs(value).toFixed(1)} nats`
    for (const label of [
      'over Elo',
      text(elo),
      '300 series',
      'over the market',
      text(market),
      `${priced.length} series`,
    ]) {
      expect(svg).toContain(`>${label}</text>`)
    }
    expect(svg).toContain(`Over Elo on 300 series: ${text(elo)} in all`)
    const [first, second] = [lineOf(svg, 'first'), lineOf(svg, 'second')]
    // A rising sum is a smaller y; lines end at the data date.
    expect(first.at(-1)![1]! < first[0]![1]!).toBe(elo > 0)
    expect(second.at(-1)![1]! < second[0]![1]!).toBe(market > 0)
    expect(first.at(-1)![0]).toBe(second.at(-1)![0])
  })

  it('a sum stays level between its points, so that a pause draws no slope', () => {
    const line = lineOf(recordGains(graded, options)!, 'second')
    for (let i = 1; i < line.length; i++) {
      const [x, y] = line[i]!
      expect(x === line[i - 1]![0] || y === line[i - 1]![1]).toBe(true)
    }
  })

  it('the market has a panel from 30 prices on, and titles and ids name scope and prefix', () => {
    const unpriced = graded.map((one) => ({ ...one, market: null }))
    const svg = recordGains(unpriced, { ...options, scope: 'LCK', idPrefix: 'gains-' })!
    expect(svg).not.toContain('over the market')
    expect(svg).toContain('<title id="gains-title">Log-loss saved by the consensus, LCK</title>')
    expect(recordPicture(graded, { ...options, scope: 'LCK' })).toContain(
      '<title id="title">Record of the consensus, LCK</title>',
    )
  })

  it('fewer than 20 series give no picture, and an unknown option is refused', () => {
    const few = graded.slice(0, 19)
    expect([recordPicture(few, options), recordReliability(few, options), recordGains(few, options)]).toEqual([
      null,
      null,
      null,
    ])
    expect(() => recordGains(graded, { ...options, title: 'x' } as never)).toThrow(/title/)
  })
})
