import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildSync } from 'esbuild'
import { oncePerRun } from './once-per-run.ts'

const root = new URL('../..', import.meta.url).pathname
const cache = join(root, 'node_modules/.cache')
const folderOf = (pid: number): string => join(cache, `riftline-command-${pid}`)

/**
 * Bundles the command `riftline` into a program, in the first test of a run that asks for it: each start from the sources takes
 * two seconds longer.
 */
export function bundledRiftline(): string {
  const folder = folderOf(process.ppid)
  oncePerRun(folder, () => renameSync(bundle(), folder))
  return join(folder, 'main.js')
}

function bundle(): string {
  mkdirSync(cache, { recursive: true })
  const unfinished = mkdtempSync(join(cache, 'riftline-command-'))
  writeFileSync(join(unfinished, 'package.json'), '{"type":"module"}')
  buildSync({
    absWorkingDir: root,
    entryPoints: {
      main: 'packages/cli/src/main.ts',
      'snapshot-worker': 'packages/ledger/src/file/snapshot-worker.ts',
      'tournament-worker': 'packages/predictor/src/tournament/threads/tournament-worker.ts',
    },
    outdir: unfinished,
    bundle: true,
    // Modules that a command loads late stay separate files.
    splitting: true,
    // Smaller code starts faster: parsing takes half of a start.
    minifySyntax: true,
    minifyWhitespace: true,
    platform: 'node',
    format: 'esm',
    conditions: ['@riftline/source'],
    external: ['csv-parse', 'ml-matrix', 'ml-pca', 'pg', 'simple-statistics', 'undici'],
    logLevel: 'error',
  })
  return unfinished
}

/** Removes an old bundle, once for the whole run: tests run in child processes of this one. */
export function setup(): void {
  rmSync(folderOf(process.pid), { recursive: true, force: true })
}

export const teardown: () => void = setup
