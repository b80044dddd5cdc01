import { allMutants } from './all-mutants.ts'
import { checkHealthy, checkMutant } from './check-mutant.ts'
import type { Mutant } from './mutants.ts'
import { createSandbox } from './sandbox.ts'

// npm run mutants -- [M1 M20 ...]: every mutant must be caught by tests that pass without it.

const ids = process.argv.slice(2)
const chosen = allMutants.filter(({ id }) => ids.length === 0 || ids.includes(id))
if (chosen.length === 0) throw new Error(`mutants: expected some of ${allMutants.map(({ id }) => id).join(', ')}`)
const sandbox = createSandbox()
const healthy = new Map<string, string>()
let missed = 0
try {
  for (const mutant of chosen) {
    const start = performance.now()
    const sick = await sickness(mutant)
    const { caught, failedTests, problem } = await checkMutant(sandbox, mutant)
    if (!caught || sick !== '') missed += 1
    const seconds = ((performance.now() - start) / 1000).toFixed(1)
    const by = caught ? failedTests.join('; ') : problem
    const verdict = sick !== '' ? `UNCLEAR, fails without it: ${sick}` : caught ? `caught by ${by}` : `MISSED ${by}`
    process.stdout.write(`${mutant.id.padEnd(4)} ${mutant.what}: ${verdict} (${seconds} s)\n`)
  }
} finally {
  sandbox.remove()
}
process.stdout.write(`${chosen.length - missed} of ${chosen.length} mutants caught\n`)
process.exitCode = missed === 0 ? 0 : 1

/** Tests that fail without the mutant, run once for each selection of tests. */
async function sickness(mutant: Mutant): Promise<string> {
  const key = JSON.stringify([mutant.tests, mutant.testName, mutant.env])
  let found = healthy.get(key)
  if (found === undefined) {
    const { failedTests, problem } = await checkHealthy(sandbox, mutant)
    found = [problem, ...failedTests].filter((text) => text !== '').join('; ')
    healthy.set(key, found)
  }
  return found
}
