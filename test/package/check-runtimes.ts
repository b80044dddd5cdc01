import { rmSync } from 'node:fs'
import { checkForecast, checkImports } from './packed/check-running.ts'
import { createConsumer } from './packed/pack.ts'
import type { Findings } from './packed/run-tool.ts'
import { checkService } from './runtimes/check-service.ts'
import { installRuntime, type Program, runtimes } from './runtimes/runtimes.ts'

/*
 * npm run test:nodes [-- node-26 bun]
 *
 * Installs the tarballs of the packages into an empty folder, and uses them in every runtime that the readme names. It needs a registry
 * for the runtimes and for the dependencies of the packages.
 */
const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !runtimes.some((runtime) => runtime.name === name))
if (unknown.length > 0)
  throw new Error(`no runtime ${unknown}; there are ${runtimes.map(({ name }) => name).join(', ')}`)

const consumer = await createConsumer('npm')
const checks: readonly (readonly [string, (program: Program) => Promise<Findings>])[] = [
  ['every entry point loads, without a warning', (program) => checkImports(consumer, program)],
  ['the command forecasts in an empty folder', (program) => checkForecast(consumer, program)],
  ['serve answers, and ends with 0 by SIGTERM', (program) => checkService(consumer, program)],
]
let failed = 0
function report(name: string, findings: Findings): void {
  if (findings.length > 0) failed += 1
  console.log(`${findings.length === 0 ? 'ok  ' : 'FAIL'} ${name}`)
  for (const finding of findings) console.log(finding.replaceAll(/^/gm, '     '))
}

for (const runtime of runtimes.filter(({ name }) => wanted.length === 0 || wanted.includes(name))) {
  const program = await installRuntime(runtime).catch((error: unknown) => {
    report(runtime.name, [String(error)])
  })
  if (program === undefined) continue
  for (const [what, check] of checks) {
    report(`${runtime.name}: ${what}`, await check(program).catch((error: unknown) => [String(error)]))
  }
}
console.log(failed === 0 ? 'All runtime checks passed.' : `${failed} runtime checks failed.`)
process.exitCode = failed === 0 ? 0 : 1
rmSync(consumer.folder, { recursive: true })
