import { readFileSync } from 'node:fs'
import { compileEnsemble, parseOnnx } from '@riftline/core/trees/onnx'

/** @param {string} name */
const read = (name) => readFileSync(new URL(name, import.meta.url))

// Once, when the program starts: the bytes that skl2onnx wrote.
const model = compileEnsemble(parseOnnx(read('model.onnx')))
const classes = model.ensemble.classNames ?? []

/** @type {readonly { row: (number | null)[], onnxRuntime: number[], scikitLearn: number[] }[]} */
const samples = JSON.parse(read('rows.json').toString())

// All rows at once; null is missing.
const rows = model.encode(samples.map(({ row }) => row))
const labels = model.labels(rows)
const probabilities = model.predictions(rows)

let equal = 0
let largest = 0
samples.forEach(({ onnxRuntime, scikitLearn }, r) => {
  const own = probabilities.subarray(r * classes.length, (r + 1) * classes.length)
  console.log(`class ${classes[labels[r] ?? 0]}: ${Array.from(own, (p) => p.toFixed(3)).join(' ')}`)
  if (onnxRuntime.every((p, k) => p === own[k])) equal += 1
  const differences = scikitLearn.map((p, k) => Math.abs(p - (own[k] ?? Number.NaN)))
  largest = Math.max(largest, ...differences)
})
console.log(`${equal} of ${samples.length} rows have the bits of ONNX Runtime`)
console.log(`${largest.toExponential(0)}: largest difference from scikit-learn`)
