import { createHeap } from '../../../../packages/core/src/ensemble/engines/wasm/heap.ts'
import { instantiateKernels } from '../../../../packages/core/src/ensemble/engines/wasm/kernels.ts'
import { createWalkKernel } from '../../../../packages/core/src/ensemble/engines/wasm/walk.ts'
import { describeWalks } from './walk-cases.ts'

describeWalks('the walk kernel', (ensemble) => {
  const heap = createHeap()
  const row = heap.allocate(8 * ensemble.numberOfFeatures)
  const kernel = createWalkKernel(ensemble, heap, instantiateKernels(heap.memory), row)
  return { ...kernel, setRow: (cells) => heap.f64.set(cells, row / 8) }
})
