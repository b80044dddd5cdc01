import { readFileSync } from 'node:fs'
import { compileEnsemble, parseXgboost } from '@riftline/core/trees/xgboost'

/** @param {string} name */
const read = (name) => readFileSync(new URL(name, import.meta.url))

// Once, when the program starts: the bytes that Booster.save_model('model.ubj') wrote.
const model = compileEnsemble(parseXgboost(read('model.ubj')))
const features = model.ensemble.featureNames ?? []

/** @type {readonly { row: Record<string, string | number | null>, xgboost: number }[]} */
const samples = JSON.parse(read('rows.json').toString())

let equal = 0
for (const { row, xgboost } of samples) {
  // By name: null is missing, and categories are the strings or numbers that the data frame had.
  const prediction = model.predict(row)
  // What each feature adds (exact TreeSHAP), and last the mean of the training rows.
  const added = model.contributions(model.encode([row])).subarray(0, features.length)
  const reason = features[added.indexOf(Math.max(...added))]
  console.log(`${row.cat0}, ${row.cat1}: ${prediction.toFixed(3)}, most of it for ${reason}`)
  if (prediction === xgboost) equal += 1
}
console.log(`${equal} of ${samples.length} predictions have the bits of XGBoost`)
