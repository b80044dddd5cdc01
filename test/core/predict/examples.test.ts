import { readFileSync } from 'node:fs'
import * as core from '@riftline/core'
import { loadPredictorArtifacts } from '@riftline/core/node'
import { expect, it } from 'vitest'

// Every `@example` line of the form `expression // => value` is run, with a predictor on the shipped artifacts.
const files = ['data-age.ts', 'predictor-interface.ts']
const artifacts = new URL('../../../artifacts/', import.meta.url)
const names: Readonly<Record<string, unknown>> = {
  ...core,
  predictor: core.createPredictor(await loadPredictorArtifacts(artifacts)),
}
const evaluate = (expression: string): unknown =>
  new Function(...Object.keys(names), `return (${expression})`)(...Object.values(names))

it.each(files)('the examples of %s give the results they state', (file) => {
  const text = readFileSync(new URL(`../../../packages/core/src/predict/${file}`, import.meta.url), 'utf8')
  const examples = [...text.matchAll(/^ +\* +(\S.*?) \/\/ => (.+)$/gm)]
  expect(examples.length).toBeGreaterThan(1)
  for (const [, expression, result] of examples) {
    expect(evaluate(expression!), expression).toEqual(evaluate(result!))
  }
})
