import { type CatalogueTeam, createCatalogueIndex, findStatedTeams } from '@riftline/predictor'
import { loadCatalogue } from '@riftline/predictor/node'
import { describe, expect, it } from 'vitest'

const asOf = '2026-02-28T00:00:00'

/** Ids of the teams, numbered from 1, that a service may mean in these leagues. */
function found(
  name: string,
  leagues: readonly (string | null)[],
  ...teams: readonly Partial<CatalogueTeam>[]
): readonly number[] {
  const nobody = { aliases: [], region: 'Here', league: 'ONE', logoUrl: null, lastGameUtc: asOf }
  const all = teams.map((team, i) => ({ ...nobody, id: i + 1, name: `Nobody ${i}`, ...team }))
  const catalogue = { asOf, teams: all, players: [], champions: [], tournaments: [] }
  return findStatedTeams(createCatalogueIndex(catalogue).teams, name, leagues).map(({ id }) => id)
}

describe('the team that a service means by a name', () => {
  const first = { name: 'Red Kites', commonNames: ['RK'] }
  const other = { name: 'River Kings', aliases: ['RK'], league: 'TWO' }

  it('a stated name means the team with this own name, whatever its league', () => {
    expect(found('red kites', ['TWO'], first, { ...other, aliases: ['Red Kites'] })).toEqual([1])
  })

  it('a stated code means the team of the event’s league, then of the opponent’s, then the usual meaning', () => {
    expect(found('RK', ['TWO', 'ONE'], first, other)).toEqual([2])
    expect(found('RK', [null, 'TWO'], first, other)).toEqual([2])
    expect(found('RK', ['THREE', null], first, other)).toEqual([1])
  })

  it('a stated name means an active team when the other candidate is supported by its league alone', () => {
    expect(found('RK', ['TWO'], first, { ...other, lastGameUtc: '2024-01-01T00:00:00' })).toEqual([1])
  })

  it('between a first and a second team, a stated name means the second only if it says so', () => {
    const academy = { name: 'Red Kites Academy', aliases: ['RK', 'RKA'], league: 'TWO' }
    expect(found('RK', ['TWO'], first, academy)).toEqual([1])
    expect(found('RK', [null, 'TWO'], academy)).toEqual([])
    expect(found('RK Academy', ['ONE'], { ...first, aliases: ['RK'] }, academy)).toEqual([2])
  })

  it('a listed spelling means its team in the event’s league, even with words that mark second teams', () => {
    const academy = { name: 'Green Owls Academy', aliases: ['Los Owls', 'GO Juniors'], league: 'TWO' }
    expect(found('Los Owls', ['TWO'], first, academy)).toEqual([2])
    expect(found('GO Juniors', ['TWO'], first, academy)).toEqual([2])
    expect(found('Los Owls', ['ONE'], first, academy)).toEqual([])
  })

  it('an unknown name in brackets means the team with the name outside them in the event’s league', () => {
    const lions = { name: 'Lions', league: 'ONE' }
    const namesake = { name: 'Lions (Coast Team)', league: 'TWO' }
    expect(found('Lions (2024 Island Team)', ['ONE'], lions, namesake)).toEqual([1])
    expect(found('Lions (2024 Island Team)', ['TWO'], lions)).toEqual([])
    expect(found('Lions (Coast Team)', ['ONE'], lions, namesake)).toEqual([2])
  })

  it('a part of a name means a team of one of the stated leagues', () => {
    expect(found('Kites', ['ONE'], first)).toEqual([1])
    expect(found('Kites', ['TWO', null], first)).toEqual([])
  })

  it('a stated name may have several candidates', () => {
    expect(found('RK', ['TWO'], other, other)).toEqual([1, 2])
  })
})

it('a code of two shipped teams means the one of the league, and a merely similar name means no team', async () => {
  const { teams } = createCatalogueIndex(await loadCatalogue('artifacts'))
  const meant = (name: string, league: string | null) => findStatedTeams(teams, name, [league]).map((team) => team.name)
  expect([meant('SN', 'NACL'), meant('SN', 'LPL'), meant('SN', null)]).toEqual([
    ['Supernova'],
    ['Weibo Gaming'],
    ['Weibo Gaming'],
  ])
  expect([meant('Storm Gaming', null), meant('Dragon Esports', null), meant('RedForce', null)]).toEqual([[], [], []])
  expect(meant('NS RedForce', null)).toEqual(['Nongshim RedForce'])
})
