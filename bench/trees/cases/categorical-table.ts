import { createChance } from './chance.ts'
import { fixedNormals, type Table } from './table.ts'

/** Numbers of categories of the first columns, from shops and people down to weekdays; five numeric columns follow. */
const cardinalities = [600, 400, 250, 120, 60, 24, 12, 7] as const
const features = cardinalities.length + 5
const missingShare = 0.03

const effects = cardinalities.map((cardinality, column) => fixedNormals(100 + column, cardinality))
const cumulative = cardinalities.map(zipfCumulative)

/** Eight columns of categories, each with a few frequent and many rare ones, and five numeric columns of less weight; binary labels. */
export const categoricalTable: Table = {
  features,
  categorical: cardinalities.map((_, column) => column),
  sampler(seed) {
    const chance = createChance(seed)
    return (row) => {
      let logit = 0
      for (let column = 0; column < cardinalities.length; column++) {
        const category = drawCategory(cumulative[column]!, chance.uniform())
        logit += 0.4 * effects[column]![category]!
        row[column] = category
      }
      for (let column = cardinalities.length; column < features; column++) row[column] = chance.normal()
      logit +=
        0.8 * effects[6]![row[6]!]! * effects[3]![row[3]!]! +
        1.2 * row[8]! -
        0.9 * row[9]! * row[10]! +
        0.6 * Math.sin(2 * row[11]!)
      for (let column = 0; column < features; column++) if (chance.happens(missingShare)) row[column] = NaN
      return chance.happens(1 / (1 + Math.exp(-logit))) ? 1 : 0
    }
  },
}

/** Cumulative shares of categories 0 … i; category i has weight 1 / (i + 3). */
function zipfCumulative(cardinality: number): Float64Array {
  const sums = new Float64Array(cardinality)
  let sum = 0
  for (let i = 0; i < cardinality; i++) {
    sum += 1 / (i + 3)
    sums[i] = sum
  }
  return sums.map((value) => value / sum)
}

/** First category whose cumulative share reaches `share`, found by bisection. */
function drawCategory(shares: Float64Array, share: number): number {
  let low = 0
  let high = shares.length - 1
  while (low < high) {
    const middle = (low + high) >> 1
    if (shares[middle]! < share) low = middle + 1
    else high = middle
  }
  return low
}
