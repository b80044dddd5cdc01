import { type Artifacts, createPredictor, type ModelName } from '@riftline/core'
import { loadArtifacts } from '@riftline/core/node'

// One full prediction over distinct pairs of teams: resolve names, make the vector, evaluate, calibrate, blend.
const artifacts: Artifacts = await loadArtifacts(new URL('../artifacts/', import.meta.url))
const predictor = createPredictor(artifacts)
const teams = artifacts.catalogue.teams.filter(({ lastGameUtc }) => (lastGameUtc ?? '') > '2025-06').slice(0, 150)
const pairs = teams.flatMap((blue, i) => teams.slice(i + 1).map((red) => ({ blueTeamId: blue.id, redTeamId: red.id })))

for (const model of ['fasttree', 'lightgbm', 'pcasweep', 'consensus'] as const) report(model, measure(model))

/** Microseconds of each call, after one warm pass over all pairs. */
function measure(model: ModelName): Float64Array {
  let checksum = 0
  for (const pair of pairs) checksum += predictor.predict({ ...pair, model }).blueWinProbability
  const times = new Float64Array(pairs.length)
  for (const [index, pair] of pairs.entries()) {
    const request = { ...pair, model }
    const start = process.hrtime.bigint()
    checksum -= predictor.predict(request).blueWinProbability
    times[index] = Number(process.hrtime.bigint() - start) / 1000
  }
  if (Math.abs(checksum) > 1e-6) throw new Error('two passes over the same pairs gave different answers')
  return times.sort()
}

function report(model: string, times: Float64Array): void {
  const at = (share: number): string => times[Math.floor(share * (times.length - 1))]!.toFixed(1)
  process.stdout.write(`${model.padEnd(10)} ${times.length} pairs  p50 ${at(0.5)} us  p99 ${at(0.99)} us\n`)
}
