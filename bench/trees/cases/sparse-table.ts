import { createChance } from './chance.ts'
import { fixedNormals, type SparsePopulation } from './table.ts'

const features = 1_000_000
const cellsPerRow = 100

/** Effects of the features with the most cells; the others have none. */
const effects = fixedNormals(200, 3000)

/** Multiplier that spreads the frequent features over all columns; it has no factor in common with their number. */
const spread = 618_033

/**
 * Rows as of hashed words: up to 100 of a million features, few of them frequent and most rare, with counts of one and more; binary
 * labels.
 */
export const sparseTable: SparsePopulation = {
  features,
  sparseSampler(seed) {
    const chance = createChance(seed)
    return (cells) => {
      let logit = 0
      const draws = Math.ceil(cellsPerRow * (0.5 + 0.5 * chance.uniform()))
      for (let i = 0; i < draws; i++) {
        const rank = Math.floor(features ** chance.uniform()) - 1
        const feature = (rank * spread) % features
        cells.set(feature, (cells.get(feature) ?? 0) + 1)
        logit += 0.3 * (effects[rank] ?? 0)
      }
      return chance.happens(1 / (1 + Math.exp(-logit))) ? 1 : 0
    }
  },
}
