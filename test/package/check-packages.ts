import { rmSync } from 'node:fs'
import { checkAlone } from './packed/check-alone.ts'
import { checkContents } from './packed/check-contents.ts'
import { checkInstalled } from './packed/check-installed.ts'
import {
  checkCommand,
  checkCoreImports,
  checkExampleValues,
  checkForecast,
  checkImports,
  checkLazyCommands,
  checkLazyServer,
} from './packed/check-running.ts'
import { checkBrowser, checkExamples, type Resolution, writeExamples } from './packed/check-types.ts'
import { createConsumer } from './packed/pack.ts'
import { type Findings, findingsOf, runTool } from './packed/run-tool.ts'

// Packs the built packages and checks the tarballs with a user's linters, compilers and Node.
// It needs a build, but no network.
const consumer = await createConsumer()
writeExamples(consumer)

interface Check {
  readonly name: string
  readonly run: () => Findings | Promise<Findings>
}

const tarballs = consumer.packages.flatMap((packed): Check[] => {
  const { name, tarball } = packed
  return [
    { name: `${name}: contents`, run: () => checkContents(packed) },
    { name: `${name}: publint`, run: async () => findingsOf(await runTool('publint', ['run', tarball, '--strict'])) },
    {
      name: `${name}: types resolve`,
      run: async () => findingsOf(await runTool('attw', [tarball, '--profile', 'esm-only', '--format', 'ascii'])),
    },
  ]
})
const compilers = (['nodenext', 'bundler'] satisfies Resolution[]).flatMap((resolution): Check[] => [
  { name: `readme examples compile, ${resolution}`, run: () => checkExamples(consumer, resolution) },
  { name: `core and client compile without Node, ${resolution}`, run: () => checkBrowser(consumer, resolution) },
])
const programs: readonly Check[] = [
  { name: 'every entry point loads in plain Node', run: () => checkImports(consumer) },
  { name: 'core needs nothing of Node', run: () => checkCoreImports(consumer) },
  { name: 'readme examples give what they show, in an empty folder', run: () => checkExampleValues(consumer) },
  { name: 'the command loads no package but base before it knows what to do', run: () => checkLazyCommands(consumer) },
  { name: 'a server that starts loads no package but our own', run: () => checkLazyServer(consumer) },
  { name: 'the command runs', run: () => checkCommand(consumer) },
  { name: 'the command forecasts in an empty folder', run: () => checkForecast(consumer) },
  {
    name: 'core without any other package scores trees with the bits of the trainers',
    run: () => checkAlone(consumer),
  },
  { name: 'core from its tarball forecasts with the bits of the sources', run: () => checkInstalled(consumer) },
]

const checks = [...tarballs, ...compilers, ...programs]
const results: Findings[] = []
// Two checks run at a time. Programs come last, since they run the examples that the compilers made.
await inTurns(2, [...tarballs, ...compilers])
await inTurns(1, programs)
for (const [index, { name }] of checks.entries()) {
  const findings = results[index] ?? ['did not run']
  console.log(`${findings.length === 0 ? 'ok  ' : 'FAIL'} ${name}`)
  for (const finding of findings) console.log(finding.replaceAll(/^/gm, '     '))
}
const failed = checks.filter((_, index) => results[index]?.length !== 0).length
console.log(failed === 0 ? 'All package checks passed.' : `${failed} package checks failed.`)
process.exitCode = failed === 0 ? 0 : 1
rmSync(consumer.folder, { recursive: true })

async function inTurns(workers: number, group: readonly Check[]): Promise<void> {
  const waiting = [...group]
  const work = async (): Promise<void> => {
    for (let check = waiting.shift(); check !== undefined; check = waiting.shift()) {
      const { run } = check
      const findings = Promise.resolve().then(run)
      results[checks.indexOf(check)] = await findings.catch((error: unknown) => [String(error)])
    }
  }
  await Promise.all(Array.from({ length: workers }, work))
}
