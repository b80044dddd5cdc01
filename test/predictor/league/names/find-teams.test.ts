import { type CatalogueLeague, type CatalogueTeam, createCatalogueIndex, findTeams } from '@riftline/predictor'
import { describe, expect, it } from 'vitest'

const asOf = '2026-02-28T00:00:00'
const league = { kind: 'league', region: null, seasons: ['2026'], otherNames: [] } as const
const leagues: readonly CatalogueLeague[] = [
  { ...league, code: 'ONE', name: 'One', tier: 1 },
  { ...league, code: 'TWO', name: 'Two', tier: 2 },
]

function found(name: string, ...teams: readonly Partial<CatalogueTeam>[]): readonly number[] {
  const all = teams.map((team, i) => ({
    id: i + 1,
    name: `Nobody ${i}`,
    aliases: [],
    region: 'Here',
    league: 'ONE',
    logoUrl: null,
    lastGameUtc: asOf,
    ...team,
  }))
  const catalogue = { asOf, teams: all, players: [], champions: [], tournaments: [], leagues }
  return findTeams(createCatalogueIndex(catalogue).teams, name).map(({ id }) => id)
}

describe('the readings of a name', () => {
  const kites = { name: 'Red Kites' }
  it.each<[string, Partial<CatalogueTeam>, Partial<CatalogueTeam>]>([
    ['own name before code', { name: 'KT' }, { aliases: ['KT'] }],
    ['common name before code', { commonNames: ['KT'] }, { aliases: ['KT'] }],
    ['code before words without fillers', { aliases: ['KT'] }, { name: 'Team KT' }],
  ])('the first reading that fits any team decides: %s', (_, first, second) => {
    expect(found('kt', second, first)).toEqual([2])
  })

  it('a spelling matches without its part in brackets', () => {
    expect(found('Kites', { aliases: ['Kites (Spanish Team)'] })).toEqual([1])
  })

  it('filler words of the request and of the team are ignored', () => {
    expect(found('Red Kites Gaming Club', { name: 'Team Red Kites Esports' })).toEqual([1])
  })

  it('consecutive words of at least three letters find a team', () => {
    expect(found('kites', kites)).toEqual([1])
    expect(found('red kit', kites)).toEqual([])
    expect(found('AB', { name: 'AB Kites' })).toEqual([])
  })

  it('a code replaces the first word of a name, before a spelling of a second team that begins with the code', () => {
    const first = { name: 'Northern Kites', aliases: ['NK'] }
    const second = { name: 'Northern Kites Academy', aliases: ['NK', 'NK Kites Academy'] }
    expect(found('NK Kites', second, first)).toEqual([2])
  })

  it('a second team is found by the code of the first and the words after its name', () => {
    const [first, second] = [
      { ...kites, aliases: ['RK'] },
      { name: 'Red Kites Academy', league: 'TWO' },
    ]
    expect(found('RK Academy', first, second)).toEqual([2])
    expect(found('RK', first, second)).toEqual([1])
  })
})

describe('a name that fits several teams', () => {
  const kites = { aliases: ['KT'] }
  const [lately, before, longAgo] = ['2026-01-01T00:00:00', '2025-08-01T00:00:00', '2022-01-01T00:00:00']
  it.each<[string, Partial<CatalogueTeam>, Partial<CatalogueTeam>]>([
    ['one that plays goes before one that stopped', { lastGameUtc: lately }, { lastGameUtc: before }],
    ['a first team goes before an academy', { lastGameUtc: lately }, { name: 'Kites Academy' }],
    ['an academy that plays goes before a first team that stopped', { name: 'Kites Youth' }, { lastGameUtc: before }],
    ['the higher league goes first', { lastGameUtc: lately }, { league: 'TWO' }],
    ['of inactive ones a first league goes first', { lastGameUtc: longAgo }, { league: 'TWO', lastGameUtc: before }],
    [
      'of inactive ones the one that stopped over a year later goes first',
      { lastGameUtc: before },
      { lastGameUtc: longAgo },
    ],
  ])('%s', (_, first, second) => {
    expect(found('KT', { ...kites, ...second }, { ...kites, ...first })).toEqual([2])
  })

  it('a name finds all of several equal teams, the latest first', () => {
    expect(found('KT', { ...kites, lastGameUtc: lately }, kites)).toEqual([2, 1])
  })
})

describe('second teams', () => {
  const first = { name: 'Red Kites', aliases: ['KT'] }
  const branch = { name: 'Red Kites Blue', aliases: ['KT'], league: 'TWO' }
  it('a second team’s name begins with the whole name of a team of its region in the same or a higher league', () => {
    expect(found('KT', branch, first)).toEqual([2])
    expect(found('KT', { ...branch, league: 'ONE' }, first)).toEqual([2])
  })

  it('a team in another region, a higher league, or active years later is no second team', () => {
    for (const change of [{ region: 'There' }, { league: 'TWO' }, { lastGameUtc: '2024-12-31T00:00:00' }]) {
      const other = { name: 'Red Kites', ...change }
      expect(found('KT', { ...branch, league: 'ONE' }, { ...first, name: 'Nobody' }, other)).toEqual([1, 2])
    }
  })
})
