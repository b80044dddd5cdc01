import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { expect, it } from 'vitest'
import { root } from './workspace.ts'

/** Bytes, minified and compressed by gzip, of a page's bundle with these names of an entry. */
async function bundleSize(entry: string, names: readonly string[]): Promise<number> {
  const contents = `import { ${names.join(', ')} } from '@riftline/core/${entry}'; globalThis.used = [${names.join(', ')}]`
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: new URL('examples/', root).pathname },
    conditions: ['@riftline/source'],
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    write: false,
  })
  return gzipSync(outputFiles[0]!.contents, { level: 9 }).length
}

const parsers = {
  lightgbm: ['parseLightgbm', 'parseLightgbmText'],
  mlnet: ['parseMlnetZip', 'parseFasttree'],
  xgboost: ['parseXgboost'],
  catboost: ['parseCatboost'],
  onnx: ['parseOnnx'],
}

it.each(Object.entries(parsers))('a page that reads models of %s alone loads at most 55 kB', async (format, names) => {
  expect(await bundleSize(`trees/${format}`, [...names, 'compileEnsemble'])).toBeLessThanOrEqual(55_000)
})

it('a page that reads models of every format loads at most 85 kB', async () => {
  expect(await bundleSize('trees', [...Object.values(parsers).flat(), 'compileEnsemble'])).toBeLessThanOrEqual(85_000)
})
