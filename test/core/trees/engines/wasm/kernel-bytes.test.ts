import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { runsAll } from '../../../../support/amount.ts'

const embedded = new URL(
  '../../../../../packages/core/src/trees/engines/wasm/kernel-text.generated.ts',
  import.meta.url,
)

it.runIf(runsAll)('the kernel bytes in core equal the compiled kernel sources', async () => {
  const { compileKernels, moduleOf } = await import('../../../../../packages/core/build-kernels.ts')
  expect(moduleOf(await compileKernels()) === readFileSync(embedded, 'utf8'), 'run npm run kernels').toBe(true)
})
