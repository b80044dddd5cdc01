import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { walksModule } from '../../../../../packages/core/write-walks.ts'

const generated = new URL('../../../../../packages/core/src/trees/engines/js/walks.generated.ts', import.meta.url)

it('the walks of the JavaScript engine equal the output of their template', () => {
  expect(readFileSync(generated, 'utf8') === walksModule(), 'run npm run kernels').toBe(true)
})
