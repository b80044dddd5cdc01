import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildSync } from 'esbuild'

const root = new URL('../..', import.meta.url).pathname
const cache = join(root, 'node_modules/.cache')
const folderOf = (pid: number): string => join(cache, `riftline-command-${pid}`)

/**
 * The command `riftline` as a program, bundled by the first test of a run that asks: from the sources each start takes
 * two seconds longer.
 */
export function bundledRiftline(): string {
  const folder = folderOf(process.ppid)
  if (!existsSync(folder)) bundleInto(folder)
  return join(folder, 'main.js')
}

function bundleInto(folder: string): void {
  mkdirSync(cache, { recursive: true })
  const unfinished = mkdtempSync(join(cache, 'riftline-command-'))
  writeFileSync(join(unfinished, 'package.json'), '{"type":"module"}')
  buildSync({
    absWorkingDir: root,
    entryPoints: {
      main: 'packages/cli/src/main.ts',
      'snapshot-worker': 'packages/ledger/src/file/snapshot-worker.ts',
      'hash-worker': 'packages/account/src/people/hash-worker.ts',
    },
    outdir: unfinished,
    bundle: true,
    // What a command loads late stays a file of its own.
    splitting: true,
    platform: 'node',
    format: 'esm',
    conditions: ['@riftline/source'],
    external: ['csv-parse', 'ml-matrix', 'ml-pca', 'pg', 'simple-statistics', 'undici'],
    logLevel: 'error',
  })
  try {
    renameSync(unfinished, folder)
  } catch (error) {
    // Another test was quicker.
    rmSync(unfinished, { recursive: true })
    if (!existsSync(folder)) throw error
  }
}

/** The whole run's: tests are in processes below this one. */
export function setup(): void {
  rmSync(folderOf(process.pid), { recursive: true, force: true })
}

export const teardown: () => void = setup
