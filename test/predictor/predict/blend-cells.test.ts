import { calibrate, selectAnchor, selectCalibration } from '@riftline/core'
import { expect, it } from 'vitest'
import { createBlendCells } from '#predictor/predict/blend-cells.ts'
import { type BestOf, baseModels } from '#predictor/types.ts'
import { bentCurve, tinyBlend, uncalibrated } from '../../support/tiny-artifacts.ts'

const weight = (w: number) => ({ w, wRaw: w, sd: 0.1, nEff: 9 })
const blend = tinyBlend({
  anchor: { model: weight(0.25), weights: { bo3: weight(0.3), 'bo3/LEC': weight(0.4), 'bo5/A/B': weight(0.5) } },
  calibration: {
    fasttree: { model: bentCurve(0.7, 0.64), curves: { bo5: bentCurve(0.6, 0.62, 'format') }, cells: {} },
    lightgbm: {
      model: bentCurve(0.8, 0.71),
      curves: { 'bo3/LCK': bentCurve(0.7, 0.75, 'league'), 'bo1/constructor': bentCurve(0.9, 0.8, 'league') },
      cells: {},
    },
    pcasweep: uncalibrated({ bo1: bentCurve(0.7, 0.9, 'format') }),
  },
})

const leagues = [null, 'LCK', 'LEC', 'A/B', 'A', 'constructor', 'toString', '', 'bo3', 'never named']

it('a cell has the finest curve and weight of its best-of and league, whoever asked before', () => {
  const cellOf = createBlendCells(blend)
  for (const league of [...leagues, ...leagues]) {
    for (const bestOf of [1, 3, 5, 7 as BestOf] as const) {
      const cell = cellOf({ bestOf, league })
      expect(cell.anchorWeight()).toBe(selectAnchor(blend.anchor, { bestOf, league }).w)
      for (const model of baseModels) {
        const curve = selectCalibration(blend.calibration[model], { bestOf, league })
        for (const raw of [0.1, 0.5, 0.66, 0.97]) expect(cell.calibrate(model, raw)).toBe(calibrate(curve, raw))
      }
    }
  }
})

it('what is no league is refused, as selectCalibration does', () => {
  const cell = createBlendCells(blend)({ bestOf: 3, league: 5 as unknown as string })
  expect(() => cell.calibrate('fasttree', 0.6)).toThrow('cell.league: expected a string, got 5')
})
