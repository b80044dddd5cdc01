import { mostUpperSplits } from './cut-treelets.ts'

/** Outcomes of the upper splits of a treelet. */
const outcomes = 1 << mostUpperSplits

/**
 * What the kernel looks up for each shape that the upper splits of treelets have, of which there are 197: the way out for each of
 * their outcomes, as the place of the split there.
 */
export interface TreeletShapes {
  /**
   * Byte offset of a shape's table. `key` has a bit for each split and each way out in the order of visits, parents first and left
   * before right, 1 for a split, behind a leading 1.
   */
  offsetOf(key: number): number
  tables(): Uint8Array
}

export function createTreeletShapes(): TreeletShapes {
  const numberOf = new Map<number, number>()
  return {
    offsetOf(key) {
      const known = numberOf.get(key) ?? numberOf.size
      numberOf.set(key, known)
      return known * outcomes
    },
    tables() {
      const tables = new Uint8Array(outcomes * numberOf.size)
      for (const [key, number] of numberOf) tables.set(waysOut(key), number * outcomes)
      return tables
    },
  }
}

/** For each outcome, bit s set where split s goes right, the place of the split that follows. */
function waysOut(key: number): Uint8Array {
  const bits = key.toString(2).slice(1)
  return Uint8Array.from({ length: outcomes }, (_, outcome) => {
    let split = 0
    let way = 0
    let at = 0
    /** Passes over a subtree; whether it is the one where the row is decides if it is followed. */
    function skip(): void {
      if (bits[at++] === '0') way++
      else {
        split++
        skip()
        skip()
      }
    }
    while (bits[at] === '1') {
      const goesRight = (outcome >> split) & 1
      at++
      split++
      if (goesRight === 1) skip()
    }
    return mostUpperSplits + way
  })
}
