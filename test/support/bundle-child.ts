import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'

const root = new URL('../..', import.meta.url).pathname
const cache = join(root, 'node_modules/.cache')

/** Bundles a program of the tests into one file in its own folder: a start from the sources takes several times as long. */
export async function bundleChild(entry: string): Promise<string> {
  mkdirSync(cache, { recursive: true })
  const folder = mkdtempSync(join(cache, 'riftline-child-'))
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
  await build({
    entryPoints: {
      child: join(root, entry),
      'snapshot-worker': join(root, 'packages/ledger/src/file/snapshot-worker.ts'),
    },
    outdir: folder,
    bundle: true,
    minify: true,
    platform: 'node',
    format: 'esm',
    conditions: ['@riftline/source'],
    external: ['pg', 'undici'],
    logLevel: 'error',
  })
  return join(folder, 'child.js')
}
