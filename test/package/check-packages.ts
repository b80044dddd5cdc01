import { rmSync } from 'node:fs'
import { checkContents } from './packed/check-contents.ts'
import { checkCommand, checkCoreImports, checkExampleValues, checkImports } from './packed/check-running.ts'
import { checkBrowser, checkExamples, type Resolution, writeExamples } from './packed/check-types.ts'
import { createConsumer } from './packed/pack.ts'
import { type Findings, findingsOf, runTool } from './packed/run-tool.ts'

// What users get: packs the built packages and looks at the tarballs as their linters, compilers and Node will.
// Needs a build; uses no network.
const consumer = await createConsumer()
writeExamples(consumer)
let failed = 0

async function report(name: string, check: () => Findings | Promise<Findings>): Promise<void> {
  const findings = await Promise.resolve()
    .then(check)
    .catch((error: unknown) => [String(error)])
  if (findings.length > 0) failed += 1
  console.log(`${findings.length === 0 ? 'ok  ' : 'FAIL'} ${name}`)
  for (const finding of findings) console.log(finding.replaceAll(/^/gm, '     '))
}

for (const packed of consumer.packages) {
  const { name, tarball } = packed
  await report(`${name}: contents`, () => checkContents(packed))
  await report(`${name}: publint`, async () => findingsOf(await runTool('publint', ['run', tarball, '--strict'])))
  await report(`${name}: types resolve`, async () =>
    findingsOf(await runTool('attw', [tarball, '--profile', 'esm-only', '--format', 'ascii'])),
  )
}
for (const resolution of ['nodenext', 'bundler'] satisfies Resolution[]) {
  await report(`readme examples compile, ${resolution}`, () => checkExamples(consumer, resolution))
  await report(`core compiles without Node, ${resolution}`, () => checkBrowser(consumer, resolution))
}
await report('every entry point loads in plain Node', () => checkImports(consumer))
await report('core needs nothing of Node', () => checkCoreImports(consumer))
await report('readme examples give what they show', () => checkExampleValues(consumer))
await report('the command runs', () => checkCommand(consumer))

rmSync(consumer.folder, { recursive: true })
console.log(failed === 0 ? 'All package checks passed.' : `${failed} package checks failed.`)
process.exitCode = failed === 0 ? 0 : 1
