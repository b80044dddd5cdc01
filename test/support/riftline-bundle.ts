import { existsSync, mkdirSync, mkdtempSync, renameSync, rmdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildSync } from 'esbuild'

const root = new URL('../..', import.meta.url).pathname
const cache = join(root, 'node_modules/.cache')
const folderOf = (pid: number): string => join(cache, `riftline-command-${pid}`)

/**
 * Bundles the command `riftline` into a program, in the first test of a run that asks for it: each start from the sources takes
 * two seconds longer.
 */
export function bundledRiftline(): string {
  const folder = folderOf(process.ppid)
  while (!existsSync(folder)) {
    if (takesTurn(folder)) bundleInto(folder)
    else Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50)
  }
  return join(folder, 'main.js')
}

/** Whether this process makes the bundle; all others wait for it. */
function takesTurn(folder: string): boolean {
  mkdirSync(cache, { recursive: true })
  try {
    mkdirSync(turnOf(folder))
    return true
  } catch {
    return false
  }
}

const turnOf = (folder: string): string => `${folder}-turn`

function bundleInto(folder: string): void {
  try {
    if (!existsSync(folder)) renameSync(bundle(), folder)
  } finally {
    rmdirSync(turnOf(folder))
  }
}

function bundle(): string {
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
