import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { root } from '../workspace.ts'
import type { Consumer } from './pack.ts'
import { type Findings, findingsOf, run } from './run-tool.ts'

const script = fileURLToPath(new URL('score-fixtures.ts', import.meta.url))
const fixtures = fileURLToPath(new URL('test/fixtures', root))
const bare = ['market', 'metrics', 'calibration']

/** Checks that trees score with the trainers' bits in a project with core and base alone. */
export async function checkAlone({ packages }: Consumer): Promise<Findings> {
  const project = mkdtempSync(join(tmpdir(), 'riftline-alone-'))
  try {
    mkdirSync(join(project, 'node_modules/@riftline'), { recursive: true })
    for (const { folder, installed } of packages) {
      if (folder !== 'base' && folder !== 'core') continue
      cpSync(installed, join(project, 'node_modules/@riftline', folder), { recursive: true, dereference: true })
    }
    const scorer = join(project, 'score-fixtures.mjs')
    await build({ entryPoints: [script], bundle: true, format: 'esm', packages: 'external', outfile: scorer })
    const scored = await run('node', [scorer, fixtures], project)
    const loads = bare.map((entry) => `await import('@riftline/core/${entry}')`).join(';')
    const loaded = await run('node', ['--input-type=module', '--eval', loads], project)
    if (scored.code !== 0 || loaded.code !== 0) return [...findingsOf(scored), ...findingsOf(loaded)]
    const expected = ['43 lightgbm', '43 fasttree']
    const lines = scored.stdout.trim().split('\n')
    return [
      ...lines.filter((line) => !expected.includes(line)),
      ...expected.filter((line) => !lines.includes(line)).map((line) => `fixtures are missing: expected ${line}`),
    ]
  } finally {
    rmSync(project, { recursive: true })
  }
}
