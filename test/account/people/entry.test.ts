import { build } from 'esbuild'
import { expect, it } from 'vitest'

const packages: readonly string[] = ['pg', 'hono', '@hono/node-server', 'nodemailer', 'stripe']

it('the entry people.ts loads no pages, and loads database, mail and payments only on demand', async () => {
  const { metafile } = await build({
    entryPoints: [new URL('../../../packages/account/src/people.ts', import.meta.url).pathname],
    outdir: 'nowhere',
    write: false,
    metafile: true,
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    conditions: ['@riftline/source'],
    external: [...packages],
    logLevel: 'silent',
  })
  const loaded = new Set<string>()
  const late = new Set<string>()
  function visit(path: string, seen: Set<string>): void {
    if (seen.has(path)) return
    seen.add(path)
    for (const { path: next, kind } of metafile.outputs[path]?.imports ?? []) {
      if (kind === 'import-statement') visit(next, seen)
      else late.add(next)
    }
  }
  visit('nowhere/people.js', loaded)
  for (const path of late) visit(path, new Set())
  const foreign = (paths: Iterable<string>) => [...paths].filter((path) => packages.includes(path))
  expect(foreign(loaded)).toEqual([])
  const all = Object.values(metafile.outputs).flatMap(({ imports }) => imports.map(({ path }) => path))
  expect(new Set(foreign(all))).toEqual(new Set(['nodemailer', 'pg', 'stripe']))
})
