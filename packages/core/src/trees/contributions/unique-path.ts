/**
 * Storage for several paths of TreeSHAP. The path that begins at `at` has one element for each distinct feature between the
 * root and a node.
 *
 *     element e         1 … depth
 *     code[at + e]      2 × column of the row + 1 when the element holds: its splits on the path let the row through
 *     fraction[at + e]  share of the training rows that they let through
 *     weight[at + i]    0 ≤ i ≤ holding: weight of the coalitions that contain i of the features that hold
 *
 * `holding` is the number of elements that hold. LightGBM's weights run up to i = depth; weights above `holding` are 0 and
 * are left out here, as are the operations on them. The rest is computed in LightGBM's order and has its bits: do not
 * simplify the arithmetic.
 *
 * Sources: Lundberg and others, Consistent individualized feature attribution for tree ensembles, algorithm 2,
 * https://arxiv.org/abs/1802.03888;
 * https://github.com/microsoft/LightGBM/blob/v4.6.0/src/io/tree.cpp (`ExtendPath`, `UnwindPath`, `UnwoundPathSum`).
 */
export interface Paths {
  readonly code: Int32Array
  readonly fraction: Float64Array
  readonly weight: Float64Array
  /** Distance between two paths: the largest number of elements of a path, plus 1. */
  readonly stride: number
  /** Quotients (depth - i) / (depth + 1) at `depth · stride + i`. */
  readonly ratio: Float64Array
}

/** Path: its start, its number of elements, and how many of them hold. */
export interface Path {
  at: number
  depth: number
  holding: number
}

export function createPaths(longest: number, paths: number): Paths {
  const stride = longest + 1
  const ratio = new Float64Array(stride * stride)
  for (let depth = 0; depth < stride; depth++) {
    for (let i = 0; i < depth; i++) ratio[depth * stride + i] = (depth - i) / (depth + 1)
  }
  return {
    code: new Int32Array(stride * paths),
    fraction: new Float64Array(stride * paths),
    weight: new Float64Array(stride * paths),
    stride,
    ratio,
  }
}

/** Copies the elements of a path and moves the path to the copy. */
export function copyPath({ code, fraction, weight }: Paths, path: Path, to: number): void {
  const { at, depth, holding } = path
  for (let e = 1; e <= depth; e++) {
    code[to + e] = code[at + e]!
    fraction[to + e] = fraction[at + e]!
  }
  for (let i = 0; i <= holding; i++) weight[to + i] = weight[at + i]!
  path.at = to
}

/** Element of a feature; 0 if it is not on the path. */
export function findElement(paths: Paths, { at, depth }: Path, feature: number): number {
  let element = depth
  while (element > 0 && paths.code[at + element]! >> 1 !== feature) element--
  return element
}

export function extendPath(paths: Paths, path: Path, code: number, fraction: number): void {
  const { weight } = paths
  const { at, holding } = path
  const depth = ++path.depth
  paths.code[at + depth] = code
  paths.fraction[at + depth] = fraction
  if ((code & 1) === 1) {
    let carry = 0
    for (let i = holding; i >= 0; i--) {
      const before = weight[at + i]!
      weight[at + i + 1] = carry + (before * (i + 1)) / (depth + 1)
      carry = (fraction * before * (depth - i)) / (depth + 1)
    }
    weight[at] = carry
  } else {
    for (let i = holding; i >= 0; i--) weight[at + i] = (fraction * weight[at + i]! * (depth - i)) / (depth + 1)
  }
  path.holding += code & 1
}

/** Removes an element from a path, as if it had never been appended. */
export function unwindPath(paths: Paths, path: Path, element: number): void {
  const { code, fraction, weight } = paths
  const { at, depth, holding } = path
  const removed = fraction[at + element]!
  const holds = code[at + element]! & 1
  if (holds === 1) {
    let next = weight[at + holding]!
    for (let i = holding - 1; i >= 0; i--) {
      const before = weight[at + i]!
      const after = (next * (depth + 1)) / (i + 1)
      weight[at + i] = after
      next = before - (after * removed * (depth - i)) / (depth + 1)
    }
  } else {
    for (let i = holding; i >= 0; i--) weight[at + i] = (weight[at + i]! * (depth + 1)) / (removed * (depth - i))
  }
  for (let e = element; e < depth; e++) {
    code[at + e] = code[at + e + 1]!
    fraction[at + e] = fraction[at + e + 1]!
  }
  path.depth--
  path.holding -= holds
}

/** Writes the contributions of a leaf of value `value` to `out[to …]`, in the order of the path's elements. */
export function leafContributions(
  paths: Paths,
  { at, depth, holding }: Path,
  value: number,
  out: Float64Array,
  to: number,
): void {
  const { code, fraction, weight, ratio } = paths
  const ratios = depth * paths.stride
  for (let e = 1; e <= depth; e++) {
    const share = fraction[at + e]!
    let sum = 0
    if ((code[at + e]! & 1) === 1) {
      let next = weight[at + holding]!
      for (let i = holding - 1; i >= 0; i--) {
        const part = (next * (depth + 1)) / (i + 1)
        sum += part
        next = weight[at + i]! - part * share * ratio[ratios + i]!
      }
      out[to + e - 1] = sum * (1 - share) * value
    } else {
      for (let i = holding; i >= 0; i--) sum += weight[at + i]! / share / ratio[ratios + i]!
      out[to + e - 1] = sum * (0 - share) * value
    }
  }
}
