import { expect, it } from 'vitest'
import { remember } from '#predictor/league/names/groups.ts'

it('an answer is kept by its text, also when it is null', () => {
  const answers = new Map<string, string | null>()
  expect(remember(answers, 'T1', 'LCK')).toBe('LCK')
  expect(remember(answers, 'a cup', null)).toBeNull()
  expect([answers.get('T1'), answers.get('a cup'), answers.get('t1')]).toEqual(['LCK', null, undefined])
})

it('at most some thousands of texts are kept, however many are asked', () => {
  const answers = new Map<string, number>()
  for (let i = 0; i < 20_001; i++) remember(answers, `team ${i}`, i)
  expect(answers.size).toBeLessThanOrEqual(5000)
  expect(answers.get('team 20000')).toBe(20_000)
})
