import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { compileKernels, moduleOf } from '../../../../../packages/core/build-kernels.ts'

const embedded = new URL(
  '../../../../../packages/core/src/trees/engines/wasm/kernel-bytes.generated.ts',
  import.meta.url,
)

test('the kernels that core carries are compiled from the sources beside it', async () => {
  expect(moduleOf(await compileKernels()) === readFileSync(embedded, 'utf8'), 'run npm run kernels').toBe(true)
})
