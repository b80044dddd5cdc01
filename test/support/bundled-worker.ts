import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'

/** Bundles the source of a worker as the package's build does, since Node 20 does not run TypeScript. @param path from the root */
export async function bundledWorker(path: string): Promise<{ readonly worker: URL; remove(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'riftline-worker-'))
  const outfile = join(folder, basename(path).replace('.ts', '.mjs'))
  await build({
    absWorkingDir: new URL('../..', import.meta.url).pathname,
    entryPoints: [path],
    outfile,
    bundle: true,
    conditions: ['@riftline/source'],
    format: 'esm',
    platform: 'node',
    logLevel: 'silent',
  })
  return { worker: pathToFileURL(outfile), remove: () => rm(folder, { recursive: true }) }
}
