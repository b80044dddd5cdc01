import { expect, it } from 'vitest'
import { createRemembered } from '#predictor/league/names/groups.ts'

it('an answer is kept by its text, null too', () => {
  const remembered = createRemembered<string | null>()
  expect(remembered.get('T1')).toBeUndefined()
  expect(remembered.keep('T1', 'LCK')).toBe('LCK')
  expect(remembered.keep('a cup', null)).toBeNull()
  expect([remembered.get('T1'), remembered.get('a cup'), remembered.get('t1')]).toEqual(['LCK', null, undefined])
})

it('however many texts strangers send, only some thousands are kept', () => {
  const remembered = createRemembered<number>()
  const texts = Array.from({ length: 20_001 }, (_, i) => `team ${i}`)
  for (const [i, text] of texts.entries()) remembered.keep(text, i)
  const kept = texts.filter((text) => remembered.get(text) !== undefined)
  expect(kept.length).toBeLessThanOrEqual(5000)
  expect(remembered.get('team 20000')).toBe(20_000)
})
