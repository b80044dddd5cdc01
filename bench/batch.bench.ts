import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { median } from 'simple-statistics'
import { canPin } from './on-core.ts'
import { runLoad, startServer } from './server/child.ts'
import { riftlineEnv, teamPairs } from './server/riftline.ts'

// Compares batches of 100 predictions with single calls, on 1 and on 32 connections, in turn. All calls are charged and durable; a
// batch in flight counts as 100 calls, so the limit of calls at work is raised.

const rounds = 3
const seconds = 2
const size = 100
const cores = canPin ? { server: '0', load: '1' } : null
const command = [process.execPath, '--max-semi-space-size=64', 'packages/cli/bin/riftline.js', 'serve', '--port', '0']

execFileSync('npm', ['run', 'build', '--silent'], { stdio: ['ignore', 'ignore', 'inherit'] })
const pairs = await teamPairs()
const folder = mkdtempSync(join(tmpdir(), 'riftline-bench-'))
const env = { ...riftlineEnv, RIFTLINE_MAX_IN_FLIGHT: '8192' }
const server = await startServer([...command, '--data', folder], env, cores)
try {
  const key = await server.printed(/^ {2}(rl_live_\w+)$/)
  process.stdout.write('| model | connections | single calls/s | predictions/s in batches | times | p50 of a batch |\n')
  process.stdout.write('|---|---:|---:|---:|---:|---:|\n')
  for (const model of ['fasttree', 'consensus'])
    for (const connections of [1, 32]) await compare(key, model, connections)
} finally {
  await server.stop()
  rmSync(folder, { recursive: true })
}

async function compare(key: string, model: string, connections: number): Promise<void> {
  const headers = { 'Content-Type': 'application/json', 'X-Api-Key': key }
  const singles = pairs.map((body) => JSON.stringify({ ...JSON.parse(body), model }))
  const batches = Array.from({ length: Math.floor(pairs.length / size) }, (_, index) => {
    return `{"model":"${model}","requests":[${pairs.slice(index * size, (index + 1) * size).join()}]}`
  })
  const load = { seconds, connections, headers }
  const url = `http://127.0.0.1:${server.port}/v1/predict`
  const [ofSingles, ofBatches, p50s]: [number[], number[], number[]] = [[], [], []]
  // The first round is a warm-up and does not count.
  for (let round = 0; round <= rounds; round++) {
    const single = await runLoad({ ...load, url, bodies: singles }, cores)
    const batch = await runLoad({ ...load, url: `${url}/batch`, bodies: batches }, cores)
    const failed = [single, batch].reduce((sum, { not2xx, errors }) => sum + not2xx + errors, 0)
    if (failed > 0) throw new Error(`${model}, ${connections} connections: ${failed} calls failed`)
    if (round === 0) continue
    ofSingles.push(single.perSecond)
    ofBatches.push(batch.perSecond * size)
    p50s.push(batch.p50Ms)
  }
  const times = median(ofBatches.map((rate, round) => rate / ofSingles[round]!))
  const [single, batch] = [ofSingles, ofBatches].map((rates) => Math.round(median(rates)))
  process.stdout.write(
    `| ${model} | ${connections} | ${single} | ${batch} | ${times.toFixed(1)} | ${median(p50s)} ms |\n`,
  )
}
