import type { Trees } from '../../../form/tree-ensemble.ts'
import { missingGoesLeft } from '../../node-test.ts'
import type { SplitColumns } from '../columns.ts'
import type { Heap } from '../heap.ts'
import { mostLeavesOf, tableSize } from '../table/table-layout.ts'
import {
  type Crowns,
  crownColumns,
  crownLeaves,
  cutCrowns,
  cutTreelets,
  mostUpperSplits,
  rowsOf,
  type Treelets,
} from './cut-trees.ts'

const treeletBytes = 64
const limitsAt = 8
const columnsAt = 21
const exitsAt = 34
const shapeAt = 62

/** Limit that no code exceeds. */
const noLimit = 127
/** Bias of the codes of cells, which makes signed comparisons of bytes work. */
const bias = 128
/** Value added to the column of splits where missing cells go right; the limits of these splits are one less. */
const missingGoesRight = 64

/** Offset of a treelet's place, the address that kernels/treelets.ts walks to. Its bit 2 distinguishes treelets from leaves. */
const placeAt = 4

/**
 * Writes the treelets for kernels/treelets.ts; returns the place after each leaf of the crowns, and the address of the tables of shapes.
 * `registerOf` has the place of each column's code.
 */
export function packTreelets(
  heap: Heap,
  trees: Trees,
  columns: SplitColumns,
  registerOf: Uint8Array,
  { exits }: Crowns,
  { tops, first, isUpper }: Treelets,
) {
  const { left, right, leafValue } = trees
  const shapes = createTreeletShapes()
  const number = new Int32Array(left.length)
  const placeOf = new Int32Array(leafValue.length)
  const places = new Uint32Array(exits.length)
  let end = heap.allocate(treeletBytesByTree(trees, first).reduce((sum, bytes) => sum + bytes, 0))
  const { u8, u16, u32, f64 } = heap

  function writeSplit(address: number, split: number): void {
    const column = columns.ofNode[split]!
    const code = columns.limitOf[columns.firstLimit[split]!]! - columns.start[column]! + 1
    const missing = missingGoesLeft(trees, split) ? 0 : 1
    u8[address] = code - missing - bias
    u8[address + columnsAt - limitsAt] = registerOf[column]! + missing * missingGoesRight
  }

  trees.root.forEach((_, t) => {
    const base = end + leafBytes(trees, t)
    let leaves = 0

    /** Places leaves in order of first use, so that the first ones, which most rows reach, share cache lines. */
    function placeOfChild(child: number): number {
      if (child >= 0) return base + number[child]! * treeletBytes + placeAt
      const leaf = ~child
      if (placeOf[leaf] === 0) {
        placeOf[leaf] = base - 8 * ++leaves
        f64[placeOf[leaf]! / 8] = leafValue[leaf]!
      }
      return placeOf[leaf]!
    }

    function writeTreelet(address: number, top: number): void {
      const place = address + placeAt
      u32[place / 4] = place
      u8.fill(noLimit, address + limitsAt, address + columnsAt)
      let splits = 0
      let ways = 0
      let shape = 1
      function writeExits(...children: readonly [number, number]): void {
        children.forEach((child, side) => {
          u16[(address + exitsAt) / 2 + 2 * ways + side] = (placeOfChild(child) - place) / 4
        })
        ways++
      }
      function visit(child: number): void {
        const goesOn = child >= 0 && isUpper[child] === 1
        shape = 2 * shape + Number(goesOn)
        if (goesOn) {
          writeSplit(address + limitsAt + splits++, child)
          visit(left[child]!)
          visit(right[child]!)
        } else if (child >= 0) {
          writeSplit(address + limitsAt + mostUpperSplits + ways, child)
          writeExits(left[child]!, right[child]!)
        } else writeExits(child, child)
      }
      visit(top)
      u16[(address + shapeAt) / 2] = shapes.offsetOf(shape)
    }

    const own = tops.subarray(first[t], first[t + 1])
    own.forEach((top, i) => {
      number[top] = i
    })
    for (let exit = crownLeaves * t; exit < crownLeaves * (t + 1); exit++) places[exit] = placeOfChild(exits[exit]!)
    own.forEach((top, i) => {
      writeTreelet(base + i * treeletBytes, top)
    })
    end = base + own.length * treeletBytes
  })
  return { places, shapesAt: heap.put(shapes.tables()) }
}

export function isTreelet(place: number): boolean {
  return (place & placeAt) !== 0
}

function treeletBytesByTree(trees: Trees, first: Int32Array): Int32Array {
  return trees.root.map((_, t) => leafBytes(trees, t) + (first[t + 1]! - first[t]!) * treeletBytes)
}

function leafBytes({ firstLeaf }: Trees, t: number): number {
  return Math.ceil((firstLeaf[t + 1]! - firstLeaf[t]!) / 8) * treeletBytes
}

/** Number of outcomes of a treelet's upper splits. */
const outcomes = 1 << mostUpperSplits

/**
 * Tables that the kernel reads for each shape of a treelet's upper splits, of which there are 197: the way out for each outcome,
 * as the place of the split there.
 */
function createTreeletShapes() {
  const numberOf = new Map<number, number>()
  return {
    /**
     * Byte offset of a shape's table. After a leading 1, `key` has a bit for each split (1) and each way out (0) in the order of
     * visits, parents first and left before right.
     */
    offsetOf(key: number): number {
      const known = numberOf.get(key) ?? numberOf.size
      numberOf.set(key, known)
      return known * outcomes
    },
    tables(): Uint8Array {
      const tables = new Uint8Array(outcomes * numberOf.size)
      for (const [key, number] of numberOf) tables.set(waysOut(key), number * outcomes)
      return tables
    },
  }
}

/** Place of the next split for each outcome, in which bit s is set if split s goes right. */
function waysOut(key: number): Uint8Array {
  const bits = key.toString(2).slice(1)
  return Uint8Array.from({ length: outcomes }, (_, outcome) => {
    let split = 0
    let way = 0
    let at = 0
    /** Skips the subtree that the row does not enter. */
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

/**
 * Estimates the memory of a model's treelets, in all and of the largest tree with its leaves, and how many treelets a typical row
 * passes.
 */
export function countTreelets(trees: Trees, columns: SplitColumns) {
  // A small tree is all crown. Most models have only such trees, so these are counted without cutting.
  if (mostLeavesOf(trees) <= crownLeaves) {
    return { bytes: tableSize(trees, columns) + 8 * trees.leafValue.length, mostTreeBytes: 8 * crownLeaves, steps: 0 }
  }
  const rows = rowsOf(trees)
  const crowns = cutCrowns(trees, rows)
  const { first, steps } = cutTreelets(trees, crowns, rows)
  const bytes = treeletBytesByTree(trees, first)
  return {
    bytes: bytes.reduce((sum, one) => sum + one, 0) + tableSize(crowns.trees, crownColumns(columns, crowns)),
    mostTreeBytes: bytes.reduce((most, one) => Math.max(most, one), 0),
    steps,
  }
}
