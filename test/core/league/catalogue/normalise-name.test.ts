import { normaliseName } from '@riftline/core'
import { expect, test } from 'vitest'

test.each([
  ["Kai'Sa", 'kaisa'],
  ['Kai’Sa', 'KAI SA'],
  ['Kai`Sa', 'kai´sa'],
  ['Nunu & Willump', 'nunuwillump'],
  ['  Gen.G ', 'GEN G'],
  ['Ｔ１', 't1'],
  ['Straße', 'STRASSE'],
  ['Στενς', 'ΣΤΕΝΣ'],
  ['É', 'e\u0301'],
  ['a\u200bb', 'ab'],
])('%j and %j are one name', (a, b) => {
  expect(normaliseName(a)).toBe(normaliseName(b))
})

test.each([
  ['T1', 'T11'],
  ['A+', 'A'],
  ['!!!', '???'],
  ['Orlen', 'Örlen'],
])('%j and %j are two names', (a, b) => {
  expect(normaliseName(a)).not.toBe(normaliseName(b))
})
