import { expect, it } from 'vitest'
import { runExample } from '../support/run-example.ts'

it('the example of an XGBoost model scores every row by name as XGBoost did, to the bit', async () => {
  const lines = (await runExample('xgboost-model/score.js').end()).trim().split('\n')
  expect(lines[0]).toMatch(/^Graz, 7: 2\.336, most of it for \w+$/)
  expect(lines.at(-1)).toBe('6 of 6 predictions have the bits of XGBoost')
  expect(lines).toHaveLength(7)
})
