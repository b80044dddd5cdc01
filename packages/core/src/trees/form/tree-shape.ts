import { malformed } from '@riftline/base'
import type { Where } from '../read/json-fields.ts'

/**
 * Checks that child arrays describe one tree: every node and leaf is reached exactly once from node 0. Child `c >= 0` is node c,
 * else leaf `~c`. Their ranges must have been checked; the keys are for messages. No recursion; time and memory are linear in
 * the nodes.
 *
 * @throws ArtifactError `artifact_invalid` for a cycle, a shared or an unreachable node or leaf
 */
export function checkTreeShape(
  left: ArrayLike<number>,
  right: ArrayLike<number>,
  where: Where,
  [leftKey, rightKey]: readonly [string, string],
): void {
  const nodes = left.length
  const root = nodes + 1 // leaves nodes … 0 before it, as c = -(nodes + 1) … -1 is less than 0
  const reached = new Uint8Array(2 * nodes + 1)
  reached[root] = 1
  let parentsComeFirst = true
  for (let node = 0; node < nodes; node++) {
    const l = left[node]!
    const r = right[node]!
    if (reached[root + l] === 1) throw malformed(`${where()}.${leftKey}[${node}]`, 'each node and leaf once', l)
    reached[root + l] = 1
    if (reached[root + r] === 1) throw malformed(`${where()}.${rightKey}[${node}]`, 'each node and leaf once', r)
    reached[root + r] = 1
    if ((l >= 0 && l <= node) || (r >= 0 && r <= node)) parentsComeFirst = false
  }
  // 2n distinct children without the root: every node and leaf has one parent. If parents come first there is no cycle;
  // otherwise some nodes may form a cycle outside the tree.
  const found = parentsComeFirst ? nodes : countBelowRoot(left, right)
  if (found < nodes) throw malformed(where(), `${nodes} nodes below the root`, found)
}

function countBelowRoot(left: ArrayLike<number>, right: ArrayLike<number>): number {
  const pending = [0]
  let nodes = 0
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    nodes++
    for (const child of [left[node]!, right[node]!]) if (child >= 0) pending.push(child)
  }
  return nodes
}
