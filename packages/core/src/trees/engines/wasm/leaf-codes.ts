/**
 * Gives out leaf codes of one tree: distinct numbers of `bits` bits, each near the code that it branches off from, so that
 * few bits differ. State: which codes are taken.
 */
export interface LeafCodes {
  /** Begins a tree: code 0 is taken. */
  start(bits: number): void
  /** A new code that differs from `code` in one bit where there is one, else in two, else in any. */
  branch(code: number): number
}

export function createLeafCodes(mostBits: number): LeafCodes {
  const taken = new Uint8Array(1 << mostBits)
  let bits = 0
  let lowestFree = 0

  function near(code: number): number {
    for (let i = 0; i < bits; i++) if (taken[code ^ (1 << i)] === 0) return code ^ (1 << i)
    for (let i = 1; i < bits; i++) {
      for (let j = 0; j < i; j++) {
        const other = code ^ (1 << i) ^ (1 << j)
        if (taken[other] === 0) return other
      }
    }
    while (taken[lowestFree] === 1) lowestFree++
    return lowestFree
  }

  return {
    start(treeBits) {
      bits = treeBits
      taken.fill(0, 0, 1 << bits)
      taken[0] = 1
      lowestFree = 1
    },
    branch(code) {
      const found = near(code)
      taken[found] = 1
      return found
    },
  }
}
