/*
 * Runs the fuzzer; the second form shows one mutant.
 *
 *     npx tsx --conditions=@riftline/source test/fuzz/run.ts --count 1000000 --seed 1 [--threads 2]
 *     npx tsx --conditions=@riftline/source test/fuzz/run.ts --seed 1 --only 4711
 *
 * Also: --format NAME, --from NUMBER, --out DIR, --failures NUMBER. Findings are printed with seed and number and
 * written to DIR; the run ends after that many failures.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createFuzzer } from './fuzzer.ts'
import { fuzzMeasured } from './measured.ts'
import { runTask } from './supervise.ts'
import { add, type Tally, total } from './tally.ts'
import type { Found } from './worker.ts'

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '1000000' },
    seed: { type: 'string', default: '1' },
    from: { type: 'string', default: '0' },
    threads: { type: 'string', default: '1' },
    out: { type: 'string', default: join(tmpdir(), 'riftline-fuzz') },
    only: { type: 'string' },
    format: { type: 'string' },
    failures: { type: 'string', default: '50' },
  },
})
const [seed, first, threads] = [Number(values.seed), Number(values.from), Number(values.threads)]

function save(number: number, document: string | Uint8Array): string {
  mkdirSync(values.out, { recursive: true })
  const file = join(values.out, `${seed}-${number}.${typeof document === 'string' ? 'txt' : 'bin'}`)
  writeFileSync(file, document)
  return file
}

async function showOne(number: number): Promise<void> {
  const { mutant, status, failure } = await fuzzMeasured(createFuzzer(values.format), seed, number)
  console.log([mutant.origin, ...mutant.notes, status, failure ?? 'no failure'].join('\n'))
  console.log(save(number, mutant.show()))
}

async function runAll(): Promise<void> {
  const tally: Tally = new Map()
  const start = performance.now()
  let failures = 0
  const report = () => {
    const { accepted, refused } = total(tally)
    const seconds = (performance.now() - start) / 1000
    const rate = Math.round((accepted + refused) / seconds)
    return `${accepted + refused} mutants in ${Math.round(seconds)} s, ${rate} a second: ${accepted} accepted, ${refused} refused, ${failures} failures`
  }
  const found = ({ number, report, document }: Found) => {
    console.log(`\nFAILURE seed ${seed} number ${number}\n${report}`)
    if (document !== undefined) console.log(save(number, document))
    if (++failures === Number(values.failures)) process.exit(1)
  }
  const watch = setInterval(() => console.log(report()), 30_000)
  await Promise.all(
    Array.from({ length: threads }, (_, thread) =>
      runTask(
        { format: values.format, seed, first: first + thread, end: first + Number(values.count), step: threads },
        { found, counted: (counts) => add(tally, counts) },
      ),
    ),
  )
  clearInterval(watch)
  for (const [kind, { accepted, refused }] of [...tally].sort())
    console.log(`${kind}: ${accepted} accepted, ${refused} refused`)
  console.log(report())
  process.exitCode = failures === 0 ? 0 : 1
}

await (values.only === undefined ? runAll() : showOne(Number(values.only)))
