import { execFile } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Edit, Mutant } from './mutants.ts'
import type { Sandbox } from './sandbox.ts'

export interface Verdict {
  /** True when all test files loaded and a test failed. */
  readonly caught: boolean
  readonly failedTests: readonly string[]
  /** Reason why the verdict is unclear; empty when it is clear. */
  readonly problem: string
}

/** Applies a mutant to the sandbox, runs its tests, and restores the files. */
export async function checkMutant(sandbox: Sandbox, mutant: Mutant): Promise<Verdict> {
  const before = new Map<string, string>()
  try {
    for (const edit of mutant.edits) apply(sandbox, edit, before)
    return await runTests(sandbox, mutant)
  } finally {
    for (const [path, text] of before) writeFileSync(path, text)
  }
}

/** Runs the same tests without the mutant: they must pass, or the verdict on the mutant would mean nothing. */
export function checkHealthy(sandbox: Sandbox, mutant: Mutant): Promise<Verdict> {
  return runTests(sandbox, mutant)
}

function apply(sandbox: Sandbox, { file, find, replace }: Edit, before: Map<string, string>): void {
  const path = join(sandbox.path, file)
  const text = readFileSync(path, 'utf8')
  const count = text.split(find).length - 1
  if (count !== 1) throw new Error(`${file}: expected the text once, found it ${count} times: ${find}`)
  if (!before.has(path)) before.set(path, text)
  writeFileSync(
    path,
    text.replace(find, () => replace),
  )
}

interface Report {
  readonly numPassedTests: number
  readonly testResults: readonly {
    readonly name: string
    readonly message: string
    readonly status: string
    readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[]
  }[]
}

async function runTests(sandbox: Sandbox, { tests, testName, env }: Mutant): Promise<Verdict> {
  const output = join(sandbox.path, 'report.json')
  rmSync(output, { force: true })
  const vitest = join(sandbox.path, 'node_modules/vitest/vitest.mjs')
  const name = testName === undefined ? [] : ['--testNamePattern', testName]
  const options = ['run', '--config', 'test/vitest.config.ts', '--reporter=json', `--outputFile=${output}`, ...name]
  await new Promise<void>((resolve) => {
    const inherited = Object.entries(process.env).filter(([key]) => !/^(VITEST|LEDGER_|NODE_OPTIONS)/.test(key))
    const settings = {
      cwd: sandbox.path,
      env: { ...Object.fromEntries(inherited), TEST_AMOUNT: 'all', ...env },
      timeout: 600_000,
    }
    execFile(process.execPath, [vitest, ...options, ...tests], settings, () => resolve())
  })
  let report: Report
  try {
    report = JSON.parse(readFileSync(output, 'utf8')) as Report
  } catch (error) {
    return { caught: false, failedTests: [], problem: `vitest wrote no report: ${error}` }
  }
  const results = report.testResults.flatMap(({ assertionResults }) => assertionResults)
  const failedTests = results.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName)
  const unloaded = report.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  )
  const problem =
    unloaded.map(({ name, message }) => `${name}: ${message}`).join('\n') ||
    (report.numPassedTests + failedTests.length === 0 ? 'no test ran' : '')
  return { caught: problem === '' && failedTests.length > 0, failedTests, problem }
}
