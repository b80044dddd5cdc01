import { expect, it } from 'vitest'
import { loadEnsemble, saveEnsemble } from '#core/trees/binary/ensemble-file.ts'
import { compileEnsemble } from '#core/trees/compile.ts'
import { parseLightgbm } from '#core/trees/lightgbm/parse-lightgbm.ts'
import { lightgbmDump, lightgbmStump } from './tiny.ts'

it('a sum is scaled, and its base added last or only to the first trees', () => {
  const stumps = parseLightgbm(lightgbmDump([lightgbmStump(), lightgbmStump()]))
  const row = Float64Array.of(1, 0)
  const later = { startIteration: 1 }
  const scaled = { ...stumps, baseScores: [0.25], scale: 3 }
  for (const ensemble of [scaled, loadEnsemble(saveEnsemble(scaled))]) {
    const scores = (baseIs: 'start' | 'addedLast' | 'addedToFirst') => {
      const evaluator = compileEnsemble({ ...ensemble, baseIs })
      return [...evaluator.rawScores(row), ...evaluator.rawScores(row, later), evaluator.rawScore([1, 0])]
    }
    expect(scores('start')).toEqual([6.75, 3.75, 6.75])
    expect(scores('addedLast')).toEqual([6.25, 3.25, 6.25])
    expect(scores('addedToFirst')).toEqual([6.25, 3, 6.25])
  }
})
