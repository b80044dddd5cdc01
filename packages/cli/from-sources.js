// The command from the sources, without a build: all of them in a few files, which takes esbuild less time than loading
// hundreds. Made anew at every start, so that they are always those of the sources.
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, stop } from 'esbuild'

const packages = fileURLToPath(new URL('..', import.meta.url))
const folder = join(packages, '../node_modules/.cache/riftline')

const { outputFiles } = await build({
  entryPoints: {
    main: join(packages, 'cli/src/main.ts'),
    'score-worker': join(packages, 'core/src/trees/threads/score-worker.ts'),
    'snapshot-worker': join(packages, 'ledger/src/file/snapshot-worker.ts'),
    'tournament-worker': join(packages, 'predictor/src/tournament/threads/tournament-worker.ts'),
  },
  outdir: folder,
  write: false,
  bundle: true,
  splitting: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  conditions: ['@riftline/source'],
  external: ['pg', 'undici', 'hono', 'hono/*', '@hono/node-server', 'nodemailer', 'stripe'],
  logLevel: 'error',
})
await stop()
mkdirSync(folder, { recursive: true })
writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
for (const { path, contents } of outputFiles) {
  if (isWritten(path, contents)) continue
  // In one step: another start may be reading it.
  const beside = join(folder, `.${basename(path)}.${process.pid}`)
  writeFileSync(beside, contents)
  renameSync(beside, path)
}
await import(join(folder, 'main.js'))

function isWritten(path, contents) {
  try {
    return readFileSync(path).equals(contents)
  } catch {
    return false
  }
}
