import type { Labels } from '@riftline/ledger'

/** Metrics by name and labels. */
export interface Families<Series> {
  /** The series of a metric with these labels, a new one if need be. */
  series(name: string, labels: Labels): Series
  /** All series of a metric with their labels as text, in the order in which they came. */
  family(name: string): readonly (readonly [labels: string, series: Series])[]
}

/** Tree of label values: a look-up makes no text. */
interface Branch<Series> {
  readonly next: Map<string, Branch<Series>>
  series: Series | null
}

/** The labels of a metric must come in the same order each time. */
export function createFamilies<Series>(create: (name: string) => Series): Families<Series> {
  const roots = new Map<string, Branch<Series>>()
  const families = new Map<string, [labels: string, series: Series][]>()

  function add(name: string, labels: Labels): Series {
    const series = create(name)
    const family = families.get(name) ?? []
    family.push([labelText(labels), series])
    families.set(name, family)
    return series
  }

  return {
    series(name, labels) {
      let branch = branchOf(roots, name)
      for (const label in labels) branch = branchOf(branch.next, labels[label] ?? '')
      branch.series ??= add(name, labels)
      return branch.series
    },
    family: (name) => families.get(name) ?? [],
  }
}

function branchOf<Key, Series>(branches: Map<Key, Branch<Series>>, key: Key): Branch<Series> {
  let branch = branches.get(key)
  if (branch === undefined) {
    branch = { next: new Map(), series: null }
    branches.set(key, branch)
  }
  return branch
}

/** `a="1",b="2"`, escaped. */
function labelText(labels: Labels): string {
  return Object.entries(labels)
    .map(([name, value]) => `${name}="${escaped(value)}"`)
    .join(',')
}

function escaped(value: string): string {
  return value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')
}
