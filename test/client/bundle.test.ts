import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { expect, it } from 'vitest'

const entry = fileURLToPath(new URL('../../packages/client/src/index.ts', import.meta.url))

/** Bundles the code as for browsers and edge workers; any import from Node fails. */
async function bundled(code: string): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: code.replace('@riftline/client', entry), resolveDir: '/' },
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'neutral',
    target: 'es2022',
    ignoreAnnotations: true, // esbuild may drop code only because it has no effect, not because package.json says `sideEffects: false`
    write: false,
  })
  return outputFiles[0]?.text ?? ''
}

it('the whole client adds less than 15 kB to a bundle, less than 6.4 kB compressed', async () => {
  const code = await bundled("import { createClient } from '@riftline/client'; globalThis.client = createClient({})")
  expect(code.length).toBeLessThan(15_000)
  expect(gzipSync(code).length).toBeLessThan(6400)
  expect(code).not.toMatch(/\bimport\b|\brequire\b|\bprocess\b|\bBuffer\b/)
})

it('a bundle that imports only the client’s errors contains no other code of the client', async () => {
  const code = await bundled("import { RiftlineApiError } from '@riftline/client'; globalThis.E = RiftlineApiError")
  expect(code.length).toBeLessThan(700)
  expect(code).toContain('RiftlineApiError')
  expect(code).not.toMatch(/fetch|RiftlineConnectionError/)
})

it('a bare import of the client adds no code to a bundle', async () => {
  expect(await bundled("import '@riftline/client'")).toBe('')
})
