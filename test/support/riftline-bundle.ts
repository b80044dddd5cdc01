import { existsSync, mkdirSync, mkdtempSync, renameSync, rmdirSync, rmSync, writeFileSync } from 'node:fs'
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
  while (!existsSync(folder)) {
    if (takesTurn(folder)) bundleInto(folder)
    else Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50)
  }
  return join(folder, 'main.js')
}

/** Whether this process bundles, and the others wait for it. */
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
    },
    outdir: unfinished,
    bundle: true,
    // Modules that a command loads late stay files of their own.
    splitting: true,
    // Parsing takes half of a start.
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

/** Set once for the whole run, as tests are in child processes of this one. */
export function setup(): void {
  rmSync(folderOf(process.pid), { recursive: true, force: true })
}

export const teardown: () => void = setup
