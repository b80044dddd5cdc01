import { expect, it } from 'vitest'
import { referFasttree } from '../../../fuzz/reference/fasttree.ts'
import { referLightgbm } from '../../../fuzz/reference/lightgbm.ts'
import { fasttreeFixture, fixtureNames, lightgbmFixture, numbers } from '../fixtures.ts'
import { largestUlps } from '../ulps.ts'

// Selects some rows of every kind. The independent readers must answer as the trainers do, or comparing with them would prove nothing.
const everyEighth = (_: unknown, i: number) => i % 8 === 0

it.each(fixtureNames('lightgbm'))('the independent reader of LightGBM gives the trainer’s results: %s', (name) => {
  const fixture = lightgbmFixture(name)
  const reference = referLightgbm(fixture.model)
  const scores = fixture.rows.filter(everyEighth).map((row) => reference.score(numbers(row)))
  expect(scores.map(({ leaf }) => leaf)).toEqual(fixture.leaf.filter(everyEighth))
  expect(numbers(scores.map(({ raw }) => raw))).toEqual(numbers(fixture.raw.filter(everyEighth)))
  const output = numbers(fixture.output.filter(everyEighth))
  expect(largestUlps(numbers(scores.map(({ prediction }) => prediction)), output)).toBeLessThanOrEqual(2)
})

it.each(fixtureNames('fasttree'))('the independent reader of ML.NET gives the trainer’s results: %s', (name) => {
  const { model, rows, expected } = fasttreeFixture(name)
  const reference = referFasttree(model)
  const scores = rows.filter(everyEighth).map((row) => reference.score(numbers(row)))
  const found = { Score: scores.map(({ raw }) => raw), Probability: scores.map(({ prediction }) => prediction) }
  if (expected.Probability === undefined) found.Score = found.Probability // ML.NET's Score includes the last step in such models
  const keys = expected.Probability === undefined ? (['Score'] as const) : (['Score', 'Probability'] as const)
  for (const key of keys) {
    const printed = numbers(expected[key]?.filter(everyEighth) ?? [])
    expect(numbers(found[key])).toEqual(printed.map(Math.fround))
  }
})
