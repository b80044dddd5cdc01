import { readFileSync } from 'node:fs'
import { compileEnsemble, parseLightgbm } from '@riftline/core/trees'

/** @param {string} name */
const read = (name) => readFileSync(new URL(name, import.meta.url), 'utf8')

// The model is compiled once, when the program starts.
const fraud = compileEnsemble(parseLightgbm(read('fraud.json')))
const features = fraud.ensemble.featureNames ?? []

/** @type {readonly Record<string, number | null>[]} */
const payments = JSON.parse(read('payments.json'))

let equal = 0
for (const payment of payments) {
  // A row has the features in the order of the model; NaN stands for a missing value.
  const row = Float64Array.from(features, (name) => payment[name] ?? Number.NaN)
  const probability = fraud.predict(row)
  // Contributions are those of each feature to the raw score (exact TreeSHAP); the last one is the mean of the training rows.
  const added = fraud.contributions(row).subarray(0, features.length)
  const reason = features[added.indexOf(Math.max(...added))]
  console.log(
    `${payment.amount} from country ${payment.country}: fraud ${(100 * probability).toFixed(1)} %, most of it for ${reason}`,
  )
  if (fraud.rawScore(row) === payment.rawScore) equal += 1
}
console.log(`${equal} of ${payments.length} scores have the bits of LightGBM`)
