import { malformed } from '../json-fields.ts'

/**
 * Proves that child arrays describe one tree: from node 0 every node and every leaf is reached exactly once. Children:
 * `c >= 0` is node c, else leaf `~c`. Their ranges have been checked. No recursion; time and memory linear in the nodes.
 *
 * @throws ArtifactError `artifact_invalid` for a cycle, a shared or an unreachable node or leaf
 */
export function checkTreeShape(left: readonly number[], right: readonly number[], path: string): void {
  const nodeSeen = new Uint8Array(left.length)
  const leafSeen = new Uint8Array(left.length + 1)
  const pending = [0]
  nodeSeen[0] = 1
  let nodes = 0
  while (pending.length > 0) {
    const node = pending.pop() as number
    nodes++
    for (const [key, children] of [
      ['LeftChild', left],
      ['RightChild', right],
    ] as const) {
      const child = children[node] as number
      const seen = child >= 0 ? nodeSeen : leafSeen
      const at = child >= 0 ? child : ~child
      if (seen[at] === 1) throw malformed(`${path}.${key}[${node}]`, 'each node and leaf once', child)
      seen[at] = 1
      if (child >= 0) pending.push(child)
    }
  }
  if (nodes < left.length) throw malformed(path, `${left.length} nodes below the root`, nodes)
}
