/**
 * Path of TreeSHAP from the root to a node, with one element for each distinct feature.
 *
 *     element e       1 … depth
 *     code[e]         2 × column of the row + 1 when the element holds: its splits on the path let the row through
 *     fraction[e]     share of the training rows that they let through
 *     weight[i]       0 ≤ i ≤ holding: weight of the coalitions that contain i of the features that hold
 *
 * `holding` is the number of elements that hold. LightGBM's weights run up to i = depth; weights above `holding` are 0 and
 * are left out here, as are the operations on them. The rest is computed in LightGBM's order and has its bits: do not
 * simplify the arithmetic.
 *
 * Sources: Lundberg and others, Consistent individualized feature attribution for tree ensembles, algorithm 2,
 * https://arxiv.org/abs/1802.03888;
 * https://github.com/microsoft/LightGBM/blob/v4.6.0/src/io/tree.cpp (`ExtendPath`, `UnwindPath`, `UnwoundPathSum`).
 */
export interface Path {
  readonly code: Int32Array
  readonly fraction: Float64Array
  readonly weight: Float64Array
  depth: number
  holding: number
}

/** Creates an empty path for at most `longest` elements. */
export function createPath(longest: number): Path {
  const size = longest + 1
  const weight = new Float64Array(size)
  weight[0] = 1
  return { code: new Int32Array(size), fraction: new Float64Array(size), weight, depth: 0, holding: 0 }
}

export function copyPath(from: Path, to: Path): void {
  const { depth, holding } = from
  for (let e = 1; e <= depth; e++) {
    to.code[e] = from.code[e]!
    to.fraction[e] = from.fraction[e]!
  }
  for (let i = 0; i <= holding; i++) to.weight[i] = from.weight[i]!
  to.depth = depth
  to.holding = holding
}

/** Element of a feature; 0 if it is not on the path. */
export function findElement({ code, depth }: Path, feature: number): number {
  let element = depth
  while (element > 0 && code[element]! >> 1 !== feature) element--
  return element
}

export function extendPath(path: Path, code: number, fraction: number): void {
  const { weight, holding } = path
  const depth = ++path.depth
  path.code[depth] = code
  path.fraction[depth] = fraction
  if ((code & 1) === 1) {
    let carry = 0
    for (let i = holding; i >= 0; i--) {
      const before = weight[i]!
      weight[i + 1] = carry + (before * (i + 1)) / (depth + 1)
      carry = (fraction * before * (depth - i)) / (depth + 1)
    }
    weight[0] = carry
  } else {
    for (let i = holding; i >= 0; i--) weight[i] = (fraction * weight[i]! * (depth - i)) / (depth + 1)
  }
  path.holding += code & 1
}

/** Removes an element from a path, as if it had never been appended. */
export function unwindPath(path: Path, element: number): void {
  const { code, fraction, weight, depth, holding } = path
  const removed = fraction[element]!
  const holds = code[element]! & 1
  if (holds === 1) {
    let next = weight[holding]!
    for (let i = holding - 1; i >= 0; i--) {
      const before = weight[i]!
      const after = (next * (depth + 1)) / (i + 1)
      weight[i] = after
      next = before - (after * removed * (depth - i)) / (depth + 1)
    }
  } else {
    for (let i = holding; i >= 0; i--) weight[i] = (weight[i]! * (depth + 1)) / (removed * (depth - i))
  }
  for (let e = element; e < depth; e++) {
    code[e] = code[e + 1]!
    fraction[e] = fraction[e + 1]!
  }
  path.depth--
  path.holding -= holds
}

/** Adds the contributions of a leaf to the cells of the path's features, from `out[to]` on. */
export function addLeaf(
  { code, fraction, weight, depth, holding }: Path,
  value: number,
  out: Float64Array,
  to: number,
): void {
  for (let e = 1; e <= depth; e++) {
    const share = fraction[e]!
    const holds = code[e]! & 1
    let sum = 0
    if (holds === 1) {
      let next = weight[holding]!
      for (let i = holding - 1; i >= 0; i--) {
        const part = (next * (depth + 1)) / (i + 1)
        sum += part
        next = weight[i]! - part * share * ((depth - i) / (depth + 1))
      }
    } else {
      for (let i = holding; i >= 0; i--) sum += weight[i]! / share / ((depth - i) / (depth + 1))
    }
    const cell = to + (code[e]! >> 1)
    out[cell] = out[cell]! + sum * (holds - share) * value
  }
}
