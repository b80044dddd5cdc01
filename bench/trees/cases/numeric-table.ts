import { type Chance, createChance } from './chance.ts'
import { fixedNormals, type Table } from './table.ts'

const features = 28
const factors = 6
const missingColumns = 18
const missingShare = 0.03

// Weight of each hidden factor in each column.
const loadings = fixedNormals(1, features * factors)

/**
 * Rows of 28 numbers, as in tables of people or games: correlated through six hidden factors, some skewed, some counted, some rounded,
 * some flags, some mostly zero, two without any influence; 3 % of the cells of 18 columns are missing.
 */
export const numericTable: Table = {
  features,
  categorical: [],
  sampler(seed) {
    const draw = rowSampler(seed)
    return (row) => (draw.chance.happens(1 / (1 + Math.exp(-draw.fill(row)[0]!))) ? 1 : 0)
  },
}

/** Rows of the same population with five classes. */
export const multiclassTable: Table = {
  ...numericTable,
  sampler(seed) {
    const draw = rowSampler(seed)
    return (row) => {
      const noisy = draw.fill(row).map((utility) => utility + draw.chance.normal())
      return noisy.indexOf(Math.max(...noisy))
    }
  },
}

function rowSampler(seed: number): { chance: Chance; fill(row: Float64Array): Float64Array } {
  const chance = createChance(seed)
  const hidden = new Float64Array(factors)
  const utilities = new Float64Array(5)
  return {
    chance,
    fill(row) {
      for (let f = 0; f < factors; f++) hidden[f] = chance.normal()
      for (let column = 0; column < features; column++) row[column] = cell(column, mixed(column), chance)
      setUtilities(row, utilities)
      for (let column = 0; column < missingColumns; column++) if (chance.happens(missingShare)) row[column] = NaN
      return utilities
    },
  }

  /** Mixture of factors and noise for a column, with about unit variance. */
  function mixed(column: number): number {
    let sum = 1.2 * chance.normal()
    for (let f = 0; f < factors; f++) sum += loadings[column * factors + f]! * hidden[f]!
    return sum / 2.7
  }
}

function cell(column: number, value: number, chance: Chance): number {
  if (column < 8) return value
  if (column < 12) return Math.exp(0.8 * value)
  if (column < 16) return Math.floor(Math.exp(1.2 + 0.7 * value))
  if (column < 20) return Math.round(25 * value) / 100
  if (column < 23) return value > 0.4 ? 1 : 0
  if (column < 26) return value < 0.25 ? 0 : Math.exp(value)
  return chance.uniform()
}

/** Sets the utilities that decide labels: smooth and stepped effects and interactions of the complete row. */
function setUtilities(x: Float64Array, utilities: Float64Array): void {
  utilities[0] =
    0.9 * x[0]! * x[1]! + Math.sin(2 * x[2]!) + 0.3 * x[8]! - 0.1 * x[12]! + (x[16]! > 0.1 ? x[3]! : -x[4]!) - 0.4
  utilities[1] = 0.8 * x[5]! - 0.5 * Math.abs(x[6]!) + 0.4 * x[20]! * x[9]! + 0.2 * x[23]!
  utilities[2] = Math.cos(x[0]! + x[7]!) + 0.15 * x[13]! * x[21]! - 0.3 * x[10]!
  utilities[3] = 0.7 * x[1]! * x[5]! - 0.2 * x[14]! + x[17]! + 0.3
  utilities[4] = (x[24]! > 0 ? 1 : -0.2) * x[2]! + 0.3 * x[11]! - 0.1 * x[15]!
}
