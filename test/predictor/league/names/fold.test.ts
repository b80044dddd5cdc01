import fc from 'fast-check'
import { expect, it } from 'vitest'
import { fold, isSameName, words } from '#predictor/league/names/fold.ts'
import { amount } from '../../../support/amount.ts'

it.each([
  ["  Kai'Sa ", 'kaisa'],
  ['GEN.G', 'geng'],
  ['LØS', 'los'],
  ['AzizYıldırım', 'azizyildirim'],
  ['Leviatán Esports', 'leviatanesports'],
  ['İstanbul', 'istanbul'],
  ['Weiß Œuf Þór Æsir Đurđević Łódź', 'weissoeufthoraesirdurdeviclodz'],
  ['Ｔ１', 't1'],
  ['∞ — !', ''],
])('the name %j folds to %j', (name, folded) => {
  expect(fold(name)).toBe(folded)
  expect(fold(name.normalize('NFD'))).toBe(folded)
  expect(fold(folded)).toBe(folded)
})

it.each([
  ["Kai'Sa", 'kai sa', true],
  ['Orlen', 'Örlen', true],
  ['T1', 'T11', false],
  ['!!!', '!!!', false],
])('the names %j and %j are equal: %j', (a, b, same) => {
  expect(isSameName(a, b)).toBe(same)
})

it('names are equal when they fold to the same text that is not empty', () => {
  const part = fc.constantFrom('T', 't', '1', 'Z', 'a', '@', '[', '`', '{', '/', ':', ' ', '-', "'", 'ø', 'É', '🐉')
  const name = fc.array(part, { maxLength: 5 }).map((parts) => parts.join(''))
  fc.assert(
    fc.property(name, name, (a, b) => {
      expect(isSameName(a, b)).toBe(fold(a) !== '' && fold(a) === fold(b))
      expect(isSameName(a, `-${a.toUpperCase()} `)).toBe(fold(a) !== '')
    }),
    { numRuns: amount(1000, 100_000) },
  )
})

it.each([
  ['Vitality.Bee e-Sports', ['vitality', 'bee', 'esports']],
  ["Anyone's Legend", ['anyones', 'legend']],
  ['Na`Vi’s', ['navis']],
  ['the sports', ['the', 'sports']],
  ['  ', []],
])('the name %j has the words %j', (name, expected) => {
  expect(words(name)).toEqual(expected)
})
