import { readFileSync } from 'node:fs'
import {
  type CatalogueRole,
  createCatalogueIndex,
  findChampion,
  findLeague,
  findPlayers,
  findTeams,
} from '@riftline/predictor'
import { describe, expect, it } from 'vitest'
import { committedArtifacts } from '../../../support/committed-artifacts.ts'

// Queries of people with the intended result, on the shipped catalogue.

const { catalogue } = await committedArtifacts()
const index = createCatalogueIndex(catalogue)

interface Named {
  readonly id: number
  readonly name: string
}

function asked<T>(file: string): readonly T[] {
  return JSON.parse(readFileSync(`test/fixtures/names/${file}`, 'utf8'))
}

describe('common names', () => {
  interface AskedTeam {
    readonly input: string
    readonly expect: Named | 'ambiguous_team' | 'team_not_found'
    readonly among?: readonly number[]
  }
  it.each(asked<AskedTeam>('teams.json'))(
    'a team is found by its common name: $input',
    ({ input, expect: meant, among }) => {
      const found = findTeams(index.teams, input).map(({ id, name }) => ({ id, name }))
      if (meant === 'team_not_found') expect(found).toEqual([])
      else if (meant !== 'ambiguous_team') expect(found).toEqual([meant])
      else if (among === undefined) expect(found.length).toBeGreaterThan(1)
      else expect(found.map(({ id }) => id).sort()).toEqual([...among].sort())
    },
  )

  interface AskedPlayer {
    readonly input: string
    readonly team?: number
    readonly role?: CatalogueRole
    readonly expect: Named | 'ambiguous' | 'not_found'
  }
  it.each(asked<AskedPlayer>('players.json'))(
    'a player is found by their common name: $input $team $role',
    ({ input, team, role, expect: meant }) => {
      const hints = { ...(team === undefined ? {} : { teamId: team }), ...(role === undefined ? {} : { role }) }
      const found = findPlayers(catalogue, input, hints).map(({ id, name }) => ({ id, name }))
      if (meant === 'ambiguous') expect(found.length).toBeGreaterThan(1)
      else expect(found).toEqual(meant === 'not_found' ? [] : [meant])
    },
  )

  interface AskedChampion {
    readonly input: string
    readonly expect: Named | 'not_found'
  }
  it.each(asked<AskedChampion>('champions.json'))(
    'a champion is found by its common name: $input',
    ({ input, expect: meant }) => {
      const found = findChampion(index.champions, input)
      expect(found === undefined ? 'not_found' : { id: found.id, name: found.name }).toEqual(meant)
    },
  )

  interface AskedLabel {
    readonly label: string
    readonly league: { readonly code: string } | null
  }
  it.each(asked<AskedLabel>('tournaments.json'))(
    'a tournament label selects the intended league: $label',
    ({ label, league }) => {
      expect(findLeague(index.leagues, label)).toBe(league?.code ?? null)
    },
  )
})

describe('the shipped catalogue', () => {
  it('every shipped team except one is found by its own name', () => {
    const others = catalogue.teams.filter((team) => {
      const [found, ...more] = findTeams(index.teams, team.name)
      return found !== team || more.length > 0
    })
    // The current team of this name goes before the one of 2023.
    expect(others.map(({ id, name }) => [id, name])).toEqual([[636, 'T1 Academy']])
  })

  it('every shipped champion is found by its name', () => {
    for (const champion of catalogue.champions) expect(findChampion(index.champions, champion.name)).toBe(champion)
  })

  it('every shipped tournament selects its league by its current and former names', () => {
    for (const { name, formerNames = [], league } of catalogue.tournaments)
      for (const each of [name, ...formerNames]) expect([each, findLeague(index.leagues, each)]).toEqual([each, league])
  })

  it('every shipped tournament has a common name', () => {
    const named = catalogue.tournaments.map(({ id, league, name }) => ({ id, league, name }))
    expect(named).toEqual(asked('tournament-names.json'))
  })

  it.each(['', '---', 'Team', 'esports club', 'TEAM e-sports'])(
    'the name %j consists of filler words and finds no team',
    (name) => {
      expect(findTeams(index.teams, name)).toEqual([])
    },
  )
})
