import { joined } from './joined.ts'
import { isEnsemble, skipTree } from './reference/mlnet-trees.ts'
import { modelKey } from './reference/model-key.ts'

const blockSizeAt = 0x18
/** Places in the header of the offsets that point behind the block. */
const offsetsAt = [0x20, 0x30, 0x80, 0x88, 0x90]

/** Keeps the first trees of the ensemble in a `Model.key`; other files are returned unchanged. */
export function cutModelKey(bytes: Uint8Array, trees: number): Uint8Array {
  if (bytes.length < 256 || bytes[0] !== 0x4d) return bytes
  const key = modelKey(bytes)
  if (!isEnsemble(key.loader)) return bytes
  const { block } = key
  block.int32()
  const countAt = block.position()
  const count = block.int32()
  let from = block.position()
  for (let t = 0; t < count; t++) {
    if (t === trees) from = block.position()
    skipTree(key)
  }
  if (count <= trees) return bytes
  const removed = block.position() - from
  const cut = joined(bytes.subarray(0, from), bytes.subarray(block.position()))
  const view = new DataView(cut.buffer)
  view.setInt32(countAt, trees, true)
  view.setBigInt64(blockSizeAt, view.getBigInt64(blockSizeAt, true) - BigInt(removed), true)
  for (const at of offsetsAt) {
    const offset = view.getBigInt64(at, true)
    if (offset > from) view.setBigInt64(at, offset - BigInt(removed), true)
  }
  return cut
}
