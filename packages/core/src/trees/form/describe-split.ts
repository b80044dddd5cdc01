import { cellOfHash, hashedFeature } from './hashed-cells.ts'
import { splitDecision } from './scoring-rules.ts'
import { float32Below, limitsOf, maximumCategory } from './sets.ts'
import { registersOf } from './steps.ts'
import type { TreeEnsemble, Trees } from './tree-ensemble.ts'

/** Most members of a set that a text lists. */
const mostMembers = 8

/**
 * Describes the test of a node; rows that pass it go to the left child.
 * @example describeSplit(ensemble, 0) // gold <= 1.5 for the model in the example of parseLightgbm
 */
export function describeSplit(ensemble: TreeEnsemble, node: number): string {
  const { trees, source, precision } = ensemble
  const threshold = trees.threshold[node]!
  const name = nameOf(ensemble, trees.feature[node]!)
  const text =
    source.format === 'xgboost'
      ? `${name} < ${shortFloat(-float32Below(-threshold))}`
      : `${name} <= ${precision === 'float32' ? shortFloat(threshold) : threshold}`
  switch (trees.decision[node]) {
    case splitDecision.nanGoesLeft:
      return `${text} or missing`
    case splitDecision.zeroGoesLeft:
      return `${text} or 0 or missing`
    case splitDecision.zeroGoesRight:
      return `${text}, not 0`
    case splitDecision.noSlot:
    case splitDecision.noSlotNorNan:
      return `none of ${listed(slotsOf(trees, threshold).map((slot) => nameOf(ensemble, slot)))} above 0`
    case splitDecision.inBitset:
    case splitDecision.inList:
      return `${name} in ${listed(categoriesOf(trees, node).map((one) => categoryName(ensemble, node, one)))}`
    case splitDecision.inRanges:
      return `${name} in ${listed(membersOf(ensemble, node))}`
    default:
      return text
  }
}

function nameOf(ensemble: TreeEnsemble, feature: number): string {
  const cell = testedCell(ensemble, feature)
  return `${cell === feature ? '' : 'prepared '}${ensemble.featureNames?.[cell] ?? `feature ${cell}`}`
}

/** Cell of the row that a split on a feature tests, also behind steps that prepare it; norms of all cells are left aside. */
export function testedCell({ preparation }: TreeEnsemble, feature: number): number {
  let [cell, end] = [feature, preparation === null ? 0 : registersOf(preparation)]
  for (const { from } of [...(preparation?.list ?? [])].reverse()) {
    end -= from.length
    if (cell >= end) cell = from[cell - end]!
  }
  return cell
}

function categoryName({ categories, trees }: TreeEnsemble, node: number, category: number): string {
  return String(categories[trees.feature[node]!]?.[category] ?? category)
}

function listed(members: readonly string[]): string {
  const more = members.length > mostMembers ? ', …' : ''
  return `{${members.slice(0, mostMembers).join(', ')}${more}}`
}

function slotsOf({ setStart, setItems }: Trees, set: number): number[] {
  return Array.from(setItems.subarray(setStart[set], setStart[set + 1]))
}

/** First categories of a bitset or list. */
function categoriesOf(trees: Trees, node: number): number[] {
  const items = slotsOf(trees, trees.threshold[node]!)
  if (trees.decision[node] === splitDecision.inList) return items.slice(0, mostMembers + 1)
  const found: number[] = []
  items.forEach((word, w) => {
    for (let bit = 0; bit < 32 && found.length <= mostMembers; bit++) if ((word >>> bit) & 1) found.push(32 * w + bit)
  })
  return found
}

/** First integers in the ranges of a set; a range without an integer gives its upper limit, and "missing" comes first if NaN belongs. */
function membersOf(ensemble: TreeEnsemble, node: number): string[] {
  const hashed = hashedFeature(ensemble, ensemble.trees.feature[node]!)
  const limits = limitsOf(ensemble.trees, ensemble.trees.threshold[node]!)
  if (hashed !== undefined) return [`hash ${hashed.hashes.find((_, i) => cellOfHash(i) === limits[1])}`]
  const members: string[] = []
  for (let i = 0; i + 1 < limits.length; i += 2) {
    const first = Math.floor(limits[i]!) + 1
    const last = Math.min(Math.floor(limits[i + 1]!), maximumCategory)
    if (first > last) members.push(String(limits[i + 1]))
    for (let one = first; one <= last && members.length <= mostMembers; one++)
      members.push(categoryName(ensemble, node, one))
  }
  return limits.length % 2 === 1 ? ['missing', ...members] : members
}

/** Shortest decimal of a float32; other numbers have all their digits. */
function shortFloat(value: number): string {
  if (Math.fround(value) !== value) return String(value)
  for (let digits = 6; digits < 9; digits++) {
    const short = Number(value.toPrecision(digits))
    if (Math.fround(short) === value) return String(short)
  }
  return String(Number(value.toPrecision(9)))
}
