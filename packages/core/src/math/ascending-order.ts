/**
 * Positions of rows in ascending order of the first key, then of the second, and so on; rows equal in all keys keep their
 * order. -0 equals 0. Trusts its arguments: keys of one length, no NaN.
 */
export function ascendingOrder(keys: readonly ArrayLike<number>[]): Uint32Array {
  return Uint32Array.from({ length: keys[0]?.length ?? 0 }, (_, row) => row).sort((a, b) => {
    for (const key of keys) {
      if (key[a]! < key[b]!) return -1
      if (key[a]! > key[b]!) return 1
    }
    return 0
  })
}
