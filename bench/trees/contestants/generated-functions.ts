import { readDump } from '../models/dump.ts'
import { type TreeFunction, treeFunctions } from '../models/tree-functions.ts'
import type { JavaScriptContestant } from './contestant.ts'

/** Code generation in JavaScript by `new Function`; a batch runs through one function after the other. */
export const generatedFunctions: JavaScriptContestant = {
  name: 'JS generated functions',
  language: 'javascript',
  warmsUp: true,
  isExact: () => true,
  reasonToSkip: ({ format }) => (format === 'lightgbm' ? null : 'written for LightGBM models only'),
  async prepare({ json, features, outputs }) {
    const functions = treeFunctions(readDump(json))
    return {
      isAsync: false,
      scoreBatch(rows, scores) {
        scores.fill(0)
        for (const part of functions) addBatch(part, rows, features, scores, outputs)
      },
      scoreRow(row, scores, at) {
        for (let k = 0; k < outputs; k++) scores[at + k] = 0
        for (const { output, add } of functions) scores[at + output] = add(scores[at + output]!, row, 0)
      },
    }
  },
}

function addBatch(
  { output, add }: TreeFunction,
  rows: Float64Array,
  features: number,
  scores: Float64Array,
  outputs: number,
): void {
  for (let o = 0, s = output; o < rows.length; o += features, s += outputs) scores[s] = add(scores[s]!, rows, o)
}
