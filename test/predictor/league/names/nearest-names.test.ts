import { expect, it } from 'vitest'
import { findTournaments } from '#predictor/league/names/find-tournaments.ts'
import { didYouMean, knownName, nearestNames, nearestWords } from '#predictor/league/names/nearest-names.ts'
import { createCatalogueIndex } from '#predictor/league/request/resolve-matchup.ts'
import { committedArtifacts } from '../../../support/committed-artifacts.ts'

const teams = [
  knownName({ id: 12, name: 'Fnatic' }, ['Fnatic', 'FNC']),
  knownName({ id: 5, name: 'Hanwha Life Esports' }, ['Hanwha Life Esports', 'Hanwha Life']),
  knownName({ id: 3, name: 'Gen.G' }),
  knownName({ id: 30, name: 'Ninjas in Pyjamas' }),
  knownName({ id: 2, name: 'T1' }),
]
const near = (asked: string): readonly string[] => nearestNames(asked, teams).map(({ name }) => name)

it.each([
  ['a letter too many', 'Fnattic', 'Fnatic'],
  ['a missing letter', 'Fnatc', 'Fnatic'],
  ['two neighbours swapped', 'Fnaitc', 'Fnatic'],
  ['a wrong letter in one of several words', 'Hanwha Lifa', 'Hanwha Life Esports'],
  ['a beginning', 'Fna', 'Fnatic'],
  ['a beginning of a later word', 'Pyja', 'Ninjas in Pyjamas'],
  ['the first letters of its words', 'HLE', 'Hanwha Life Esports'],
  ['other marks and case', 'GHEN G', 'Gen.G'],
])('%s suggests the intended name', (_, asked, name) => {
  expect(near(asked)).toEqual([name])
})

it.each(['qwertyuiop', 'nobody at all', 'x', '', '???', 'TSM', 'Xnx'])(
  '%j is too far from every name for a suggestion',
  (asked) => {
    expect(near(asked)).toEqual([])
  },
)

it('equally near names keep their order, three at most', () => {
  const names = ['Alpha', 'Alphb', 'Alphc', 'Alphd'].map((name) => knownName({ name }))
  expect(nearestNames('Alphx', names).map(({ name }) => name)).toEqual(['Alpha', 'Alphb', 'Alphc'])
})

it('a long text is cut before it is compared', () => {
  expect(near(`${'Fnatic'.repeat(2_000_000)}`)).toEqual([])
  expect(near('\u{fdfa}'.repeat(80))).toEqual([])
})

it('suggestions end a message, with ids where there are any', () => {
  expect(didYouMean(nearestNames('Fnattic', teams))).toBe('; did you mean Fnatic (12)?')
  expect(didYouMean(nearestWords('bestof', ['model', 'bestOf']))).toBe('; did you mean bestOf?')
  expect(didYouMean([{ name: 'a' }, { name: 'b' }, { name: 'c' }])).toBe('; did you mean a, b or c?')
  expect(didYouMean([])).toBe('')
})

it.each([
  ['Worlds 2025', 'WLDs', '2025'],
  ['worlds', 'WLDs', '2025'],
  ['World Championship 2024', 'WLDs', '2024'],
  ['MSI 2025', 'MSI', '2025'],
  ['LCK summer 2024', 'LCK', '2024'],
  ['Worlds 2025 Main Event', 'WLDs', '2025'],
])('the tournament meant by %s comes first', async (text, league, season) => {
  const { tournaments } = createCatalogueIndex((await committedArtifacts()).catalogue)
  expect(findTournaments(tournaments, text)[0]).toMatchObject({ league, season })
})
