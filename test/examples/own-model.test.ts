import { expect, it } from 'vitest'
import { runsAll } from '../support/amount.ts'
import { runExample } from '../support/run-example.ts'

it.runIf(runsAll)('the own-model example scores every payment with the same bits as LightGBM', async () => {
  const lines = (await runExample('own-model/score.js').end()).trim().split('\n')
  expect(lines[0]).toBe('168.52 from country 3: fraud 80.3 %, most of it for attemptsLastHour')
  expect(lines.at(-1)).toBe('6 of 6 scores have the bits of LightGBM')
  expect(lines).toHaveLength(7)
})
