import { type SeededRandom, seededRandom } from '@riftline/core/math'
import { describeSplit, type TreeEnsemble } from '@riftline/core/trees'
import { quoted } from './score-table.ts'

/** Most thresholds of a feature that are looked at. */
const mostThresholds = 256

/** Part of the cells that is left empty. */
const missingShare = 0.03

/**
 * Writes a CSV file of rows for a model: numbers around its thresholds, categories that it knows, and some empty cells. Equal seeds give equal
 * rows.
 */
export function inventRows(ensemble: TreeEnsemble, count: number, seed = 1): string {
  const names = ensemble.featureNames ?? Array.from({ length: ensemble.numberOfFeatures }, (_, i) => `feature ${i}`)
  const random = seededRandom(seed)
  const drawers = names.map((_, feature) => drawerOf(ensemble, feature, random))
  const lines = Array.from({ length: count }, () => drawers.map((draw) => draw()).join(','))
  return `${[names.map(quoted).join(','), ...lines].join('\n')}\n`
}

type Drawer = () => string

function drawerOf(ensemble: TreeEnsemble, feature: number, { uniform, below }: SeededRandom): Drawer {
  const { thresholds, members } = splitsOf(ensemble, feature)
  const categories = ensemble.categories[feature] ?? members
  if (categories.length > 0) return () => quoted(String(categories[below(categories.length)]))
  if (thresholds.length === 0) return () => '0'
  const isFlag = thresholds.every((one) => one > 0 && one < 1) && new Set(thresholds).size === 1
  if (isFlag) return () => (uniform() < 0.5 ? '0' : '1')
  const isWhole = thresholds.every((one) => Number.isInteger(one * 2))
  return () => {
    if (uniform() < missingShare) return ''
    const from = thresholds[below(thresholds.length)]!
    const to = thresholds[below(thresholds.length)]!
    const value = from + (to - from) * (1.4 * uniform() - 0.2) + (uniform() - 0.5) * (Math.abs(from) / 10 + 1e-3)
    return String(isWhole ? Math.round(value) : Number(value.toPrecision(5)))
  }
}

/** Finite thresholds of a feature, and the numbers of its sets of categories. */
function splitsOf(ensemble: TreeEnsemble, feature: number) {
  const thresholds: number[] = []
  const members = new Set<string>()
  const { feature: features, threshold } = ensemble.trees
  for (let node = 0; node < features.length && thresholds.length + members.size < mostThresholds; node++) {
    const tested = unprepared(ensemble, features[node]!, threshold[node]!)
    if (tested.cell !== feature) continue
    const [, list] = / in \{(.*)\}$/.exec(describeSplit(ensemble, node)) ?? []
    if (list === undefined) {
      if (Math.abs(tested.value) < 1e30) thresholds.push(tested.value)
    } else for (const one of list.split(', ')) if (/^\d+$/.test(one)) members.add(one)
  }
  return { thresholds, members: [...members] }
}

/** Cell of the row that a register is made from, and a value of it that gives about this one; norms are left aside. */
function unprepared({ preparation }: TreeEnsemble, register: number, prepared: number) {
  let [cell, value, end] = [register, prepared, 0]
  if (preparation === null) return { cell, value }
  end = preparation.list.reduce((count, { from }) => count + from.length, preparation.cells)
  for (const { kind, from, numbers } of preparation.list.toReversed()) {
    end -= from.length
    if (cell < end) continue
    const number = numbers[cell - end] ?? 0
    if (kind === 'add') value -= number
    else if (kind === 'subtract') value += number
    else if (kind === 'multiply') value /= number
    else if (kind === 'divide') value *= number
    cell = from[cell - end]!
  }
  return { cell, value }
}
