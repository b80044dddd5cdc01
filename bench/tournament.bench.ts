import { execFileSync } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { createPredictor, type PredictedStrengths, simulateTournament } from '@riftline/predictor'
import { createTournamentPool, loadPredictorArtifacts } from '@riftline/predictor/node'
import { median } from 'simple-statistics'
import { bundledWorker } from '../test/support/bundled-worker.ts'
import { canPin, onCore } from './on-core.ts'
import { strengthsText, worldsPlan } from './tournament/worlds.ts'

// Simulates Worlds, beside a version with numpy that must give the same chances. The rounds of all contestants are interleaved. Times are the
// processor's, except those of the pools, so that other programs on the same cores count little.

const rounds = 7
const runs = 100_000
const here = new URL('.', import.meta.url).pathname
const core = canPin ? '0' : undefined

const predictor = createPredictor(await loadPredictorArtifacts())
const [strengths, strengthMs] = await timed(() => strengthsOf())
const text = strengthsText(strengths, runs, 7)
const bundled = await bundledWorker('packages/predictor/src/tournament/threads/tournament-worker.ts')
const pools = await Promise.all([1, 2].map((threads) => createTournamentPool({ threads, worker: bundled.worker })))
const numpy = (): { readonly seconds: number; readonly reach: readonly (readonly number[])[] } => {
  const [program, ...words] = onCore([process.env.PYTHON ?? 'python3', `${here}tournament/simulate.py`], core)
  return JSON.parse(execFileSync(program!, words, { input: text, encoding: 'utf8' }))
}
requireEqualChances()

const times = new Map<string, number[]>()
for (let round = 0; round <= rounds; round++) {
  const add = (name: string, ms: number): void => {
    if (round > 0) times.set(name, [...(times.get(name) ?? []), ms])
  }
  for (const share of [0.25, 0.5, 1, 2]) {
    const before = process.cpuUsage()
    simulateTournament(worldsPlan, strengths, { runs: share * runs, seed: round })
    add(`riftline, ${share * runs} runs`, process.cpuUsage(before).user / 1000)
  }
  for (const pool of pools) {
    const [, ms] = await timed(() => pool.simulate(worldsPlan, strengths, { runs, seed: round }))
    add(`riftline, ${runs} runs, pool of ${pool.threads}`, ms)
  }
  add(`numpy, ${runs} runs`, numpy().seconds * 1000)
}
await Promise.all(pools.map((pool) => pool.close()))
await bundled.remove()

const base = median(times.get(`riftline, ${runs} runs`)!)
for (const [name, ms] of times) {
  const [middle, fastest] = [median(ms), Math.min(...ms)]
  write(
    `${name.padEnd(36)} median ${middle.toFixed(0)} ms, fastest ${fastest.toFixed(0)}, times ${(middle / base).toFixed(2)}`,
  )
}
write(
  `chances of all ${(worldsPlan.teams.length * (worldsPlan.teams.length - 1)) / 2} pairs in three lengths, once: ${strengthMs.toFixed(0)} ms`,
)
const input = JSON.stringify({ plan: worldsPlan, strengths, runs })
const grown = Array.from({ length: 3 }, () => {
  const words = [...process.execArgv, `${here}tournament/memory-child.ts`]
  return Number(execFileSync(process.execPath, words, { input, encoding: 'utf8' })) / 2 ** 20
})
write(`memory above the start: ${median(grown).toFixed(0)} MB; ${availableParallelism()} cores`)

function strengthsOf(): PredictedStrengths {
  const steps = predictor.tournamentSteps(worldsPlan)
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

async function timed<T>(work: () => T | Promise<T>): Promise<[T, number]> {
  const start = process.hrtime.bigint()
  const result = await work()
  return [result, Number(process.hrtime.bigint() - start) / 1e6]
}

/** @throws Error if a chance of the two versions differs by more than 5 standard errors */
function requireEqualChances(): void {
  const { reach } = simulateTournament(worldsPlan, strengths, { runs, seed: 1, firstBlock: 0 })
  for (const [column, shares] of numpy().reach.entries()) {
    for (const [team, share] of shares.entries()) {
      const own = reach[column * strengths.teams + team]! / runs
      const error = Math.sqrt((2 * Math.max(own * (1 - own), 1 / runs)) / runs)
      if (Math.abs(own - share) > 5 * error) throw new Error(`${column}, team ${team}: expected ${share}, got ${own}`)
    }
  }
}

function write(line: string): void {
  process.stdout.write(`${line}\n`)
}
