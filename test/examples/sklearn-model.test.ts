import { expect, it } from 'vitest'
import { runExample } from '../support/run-example.ts'

it('the example of a scikit-learn model gives the class and probabilities of every row as ONNX Runtime did, to the bit', async () => {
  const lines = (await runExample('sklearn-model/score.js').end()).trim().split('\n')
  expect(lines[0]).toBe('class 1: 0.434 0.566')
  expect(lines.at(-2)).toBe('6 of 6 rows have the bits of ONNX Runtime')
  expect(lines.at(-1)).toBe('3e-8: largest difference from scikit-learn')
  expect(lines).toHaveLength(8)
})
