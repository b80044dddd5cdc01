import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { root } from '../workspace.ts'
import type { Consumer } from './pack.ts'
import { type Findings, findingsOf, type Ran, run, runTool } from './run-tool.ts'

const script = fileURLToPath(new URL('print-forecasts.ts', import.meta.url))
const artifacts = fileURLToPath(new URL('artifacts', root))

const loadNothing = "await (await import('@riftline/predictor/node')).loadArtifacts()"

/** Checks that the predictor, installed from its tarball into an empty project offline, forecasts with the bits of the sources. */
export async function checkInstalled({ packages }: Consumer): Promise<Findings> {
  if (!existsSync(join(artifacts, 'manifest.json'))) return []
  const project = mkdtempSync(join(tmpdir(), 'riftline-empty-'))
  try {
    const needed: readonly string[] = ['base', 'core', 'predictor']
    const tarballs = packages.filter(({ folder }) => needed.includes(folder)).map(({ tarball }) => tarball)
    const installing = await install(project, tarballs)
    if (installing.code !== 0) return findingsOf(installing)
    // The package is not bundled, so that Node finds it at the place where npm installed it.
    const printer = join(project, 'print-forecasts.mjs')
    await build({ entryPoints: [script], bundle: true, format: 'esm', packages: 'external', outfile: printer })
    const installed = await run('node', [printer, artifacts], project)
    const sources = await runTool('tsx', ['--conditions=@riftline/source', script, artifacts])
    if (installed.code !== 0 || sources.code !== 0) return [...findingsOf(installed), ...findingsOf(sources)]
    const without = await run('node', ['--input-type=module', '--eval', loadNothing], project)
    if (!without.output.includes('name a folder')) return [`without artifacts: ${without.output}`]
    return differences(JSON.parse(sources.stdout), JSON.parse(installed.stdout))
  } finally {
    rmSync(project, { recursive: true })
  }
}

/** Installs the tarballs, which have no further dependencies. */
async function install(project: string, tarballs: readonly string[]): Promise<Ran> {
  writeFileSync(join(project, 'package.json'), '{"private":true}\n')
  const flags = ['--offline', '--ignore-scripts', '--no-audit', '--no-fund']
  return run('npm', ['install', ...flags, ...tarballs], project)
}

function differences(expected: readonly string[], got: readonly string[]): Findings {
  if (expected.length !== got.length) return [`${got.length} forecasts, expected ${expected.length}`]
  return expected.flatMap((one, i) => (one === got[i] ? [] : [`expected ${one}, got ${got[i]}`])).slice(0, 3)
}
