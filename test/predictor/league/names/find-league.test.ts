import { createCatalogueIndex, findLeague } from '@riftline/predictor'
import { expect, it } from 'vitest'
import { smallCatalogue } from '../request/small-catalogue.ts'

const { leagues } = createCatalogueIndex(smallCatalogue)

it.each<[string, string | null, string]>([
  ['LCK', 'LCK', 'a league code'],
  ['lck', 'LCK', 'a league code without case'],
  ['LCK 2026 Spring', 'LCK', 'a tournament by name'],
  ['LCK/2027 Season-Playoffs', 'LCK', 'a label that begins with a code'],
  ['LCKC 2026', 'LCKC', 'a code that begins with another code'],
  ['LTA S 2027', 'LTA S', 'the longest code of whole words'],
  ['LTA 2027', 'LTA', 'the shorter code when the longer does not fit'],
  ['northern league 2026 summer', 'NLG', 'a tournament whose name does not show its code'],
  ['LCKX 2026', null, 'no code, although one is its beginning'],
  ['Winter Cup', null, 'a tournament name that two leagues share'],
  ['Spring Showdown', null, 'an unknown label'],
  ['2026 LCK', 'LCK', 'a code behind a year'],
  ['LCK vs LEC', null, 'two leagues'],
  ['constructor', null, 'a word of the object prototype'],
  ['---', null, 'punctuation only'],
])('the label %j selects the league %j (%s)', (label, league, _why) => {
  expect(findLeague(leagues, label)).toBe(league)
})
