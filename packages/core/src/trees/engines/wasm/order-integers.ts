import type { Graph } from '../graph.ts'
import type { GraphMemory, GraphViews } from '../graph-memory.ts'

/*
 * The kernels compare 64-bit integers in the order of the doubles they stand for: the bits of the double, those below the
 * sign flipped when it is negative; -0 as 0.
 */

/** Turns the double at `at`, an index in `f64`, into its integer; NaN into the largest, which is within no limit. */
export function toInteger({ f64, u32 }: GraphViews, at: number): void {
  const value = f64[at]! + 0
  f64[at] = value
  if (value < 0) {
    u32[2 * at] = ~u32[2 * at]!
    u32[2 * at + 1]! ^= 0x7fffffff
  } else if (Number.isNaN(value)) {
    u32[2 * at] = 0xffffffff
    u32[2 * at + 1] = 0x7fffffff
  }
}

/** Limits and cells of a packed graph. Leaf values stay doubles. */
export function limitsToIntegers(graph: Graph, memory: GraphMemory, views: GraphViews): void {
  for (let row = 0; row < memory.rows; row++) toInteger(views, (memory.leafCell + row * memory.stride) / 8)
  graph.slots.forEach((target, slot) => {
    if (target >= 0) toInteger(views, (memory.slots + slot * memory.slotBytes) / 8)
  })
}
