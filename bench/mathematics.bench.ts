import { type DevigMethod, devig, isotonicRegression, seededRandom } from '@riftline/core'
import { median } from 'simple-statistics'

// Measures two loops that users run over whole histories, on random inputs: removing the margin from odds, and a monotone fit.
const { uniform } = seededRandom(7)
const rounds = 7

const markets = Array.from({ length: 20_000 }, () => {
  const p = 0.1 + 0.8 * uniform()
  const margin = 1.02 + 0.06 * uniform()
  return [1 / (p * margin), 1 / ((1 - p) * margin)]
})
const methods: readonly DevigMethod[] = [
  'multiplicative',
  'additive',
  'shin',
  'oddsRatio',
  'goto',
  'bb',
  'probit',
  'power',
]
for (const method of methods) {
  const times = timed(() => {
    let sum = 0
    for (const odds of markets) sum += devig(odds, { method }).probabilities[0]!
    return sum
  })
  write(`devig two-way ${method}`, times, markets.length, 'ns per market', 1e6)
}

const points = 1_000_000
const x = Float64Array.from({ length: points }, uniform)
const y = Float64Array.from(x, (value) => (uniform() < value ? 1 : 0))
const weights = Float64Array.from(x, () => 0.5 + uniform())
const fits = timed(() => isotonicRegression(x, y, weights).y.length)
write('isotonicRegression of 10^6 unsorted weighted points', fits, 1, 'ms', 1)

/** Milliseconds of each round, after a warm-up round. @throws Error when two rounds give different answers */
function timed(work: () => number): number[] {
  const answer = work()
  return Array.from({ length: rounds }, () => {
    const start = process.hrtime.bigint()
    if (work() !== answer) throw new Error('two rounds over the same inputs gave different answers')
    return Number(process.hrtime.bigint() - start) / 1e6
  })
}

function write(name: string, times: readonly number[], count: number, unit: string, scale: number): void {
  const [middle, fastest] = [median(times), Math.min(...times)].map((ms) => ((ms / count) * scale).toFixed(0))
  process.stdout.write(`${name.padEnd(52)} median ${middle} ${unit}, fastest ${fastest}\n`)
}
