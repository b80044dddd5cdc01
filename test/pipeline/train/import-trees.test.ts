import { readFileSync } from 'node:fs'
import { ArtifactError } from '@riftline/base'
import { describe, expect, it } from 'vitest'
import { importTrees } from '#pipeline/train/run-trainers.ts'

const read = (name: string): string => readFileSync(`artifacts/models/${name}.json`, 'utf8')

describe('importTrees', () => {
  it.each(['lightgbm', 'fasttree'] as const)(
    'importTrees accepts a %s dump that scores as its trainer states',
    (trainer) => {
      expect(importTrees(trainer, 'x.json', read(`${trainer}-match`)).featureNames?.[0]).toBe('calibrated_logit')
    },
  )

  it.each([
    ['lightgbm', 'rawScore'],
    ['fasttree', 'Score'],
    ['fasttree', 'Probability'],
  ] as const)('importTrees refuses a %s dump if its %s differs in the last bit, and names the row', (trainer, key) => {
    const dump = JSON.parse(read(`${trainer}-match`))
    dump.verification[key][7] *= 1 + 2e-7
    expect(() => importTrees(trainer, 'x.json', JSON.stringify(dump))).toThrow(ArtifactError)
    expect(() => importTrees(trainer, 'x.json', JSON.stringify(dump))).toThrow(/x\.json verification row 7/)
  })
})
