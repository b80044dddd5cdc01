import { createPredictor, type ModelName, type Prediction } from '@riftline/predictor'
import { loadArtifacts } from '@riftline/predictor/node'
import { median, quantile } from 'simple-statistics'

// Measures full predictions of distinct pairs of teams: resolve names, make the vector, evaluate, calibrate, blend. Then all markets of
// a best of 3 by the consensus, its explanation, and `predictMany` compared with single predictions.
const artifacts = await loadArtifacts(new URL('../artifacts/', import.meta.url))
const predictor = createPredictor(artifacts)
const teams = artifacts.catalogue.teams.filter(({ lastGameUtc }) => (lastGameUtc ?? '') > '2025-06').slice(0, 150)
const pairs = teams.flatMap((blue, i) => teams.slice(i + 1).map((red) => ({ blueTeamId: blue.id, redTeamId: red.id })))

type Pair = (typeof pairs)[number]

for (const model of ['fasttree', 'lightgbm', 'pcasweep', 'consensus'] as const) report(model, measure(model))
report(
  'markets',
  measureCalls(
    pairs,
    (pair) => predictor.markets({ ...pair, bestOf: 3, model: 'consensus' }).calibratedBlueWinProbability,
  ),
)
report(
  'explain',
  measureCalls(pairs.slice(0, 1000), (pair) => predictor.explain({ ...pair, model: 'consensus' }).stages.length),
)
for (const model of ['fasttree', 'lightgbm', 'pcasweep', 'consensus'] as const) reportMany(model, 15)

function measure(model: ModelName): number[] {
  return measureCalls(pairs, (pair) => predictor.predict({ ...pair, model }).blueWinProbability)
}

/** Microseconds of each call, after a warm-up pass over all pairs. */
function measureCalls(over: readonly Pair[], call: (pair: Pair) => number): number[] {
  let checksum = 0
  for (const pair of over) checksum += call(pair)
  const times = new Float64Array(over.length)
  for (const [index, pair] of over.entries()) {
    const start = process.hrtime.bigint()
    checksum -= call(pair)
    times[index] = Number(process.hrtime.bigint() - start) / 1000
  }
  if (Math.abs(checksum) > 1e-6) throw new Error('two passes over the same pairs gave different answers')
  return Array.from(times)
}

function report(model: string, times: readonly number[]): void {
  const [p50, p99] = quantile(times, [0.5, 0.99]).map((us) => us.toFixed(1))
  process.stdout.write(`${model.padEnd(10)} ${times.length} pairs  p50 ${p50} us  p99 ${p99} us\n`)
}

/** Compares `predictMany` over all pairs with single predictions, in turn; microseconds per prediction. */
function reportMany(model: ModelName, rounds: number): void {
  const requests = pairs.map((pair) => ({ ...pair, model }))
  const oneByOne = (): readonly Prediction[] => requests.map((request) => predictor.predict(request))
  const many = (): readonly Prediction[] => predictor.predictMany(requests)
  if (JSON.stringify(many()) !== JSON.stringify(oneByOne())) throw new Error(`${model}: answers differ`)
  const times: { readonly one: number[]; readonly many: number[] } = { one: [], many: [] }
  for (let round = 0; round < rounds; round++) {
    times.one.push(timeOf(oneByOne))
    times.many.push(timeOf(many))
  }
  const ratio = median(times.one.map((time, round) => time / times.many[round]!))
  const [one, all] = [times.one, times.many].map((list) => median(list).toFixed(1))
  const answers = `${requests.length} answers`
  process.stdout.write(
    `${model.padEnd(10)} ${answers}  many ${all} us  one by one ${one} us  ${ratio.toFixed(2)} times\n`,
  )
}

function timeOf(answer: () => readonly Prediction[]): number {
  const start = process.hrtime.bigint()
  const { length } = answer()
  return Number(process.hrtime.bigint() - start) / 1000 / length
}
