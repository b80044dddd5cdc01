import { describe, expect, it } from 'vitest'
import { parseCatalogue } from '#predictor/league/catalogue/catalogue.ts'
import { tinyCatalogue } from '../../support/tiny-artifacts.ts'
import { refused } from './refused.ts'

describe('the catalogue', () => {
  it('a catalogue reads back as it was written', () => {
    const player = {
      id: 9,
      name: 'Merlin',
      aliases: ['M'],
      role: 'MID',
      teamId: 2,
      lastTeamId: 2,
      lastGameUtc: null,
    } as const
    const catalogue = { ...tinyCatalogue, players: [player, { ...player, id: 10, role: null, teamId: null }] }
    expect(parseCatalogue('catalogue.json', JSON.stringify(catalogue))).toEqual(catalogue)
  })

  it('a catalogue of an earlier release is read, and the fields that it lacks are unknown', () => {
    const player = { id: 9, name: 'Merlin', aliases: [], role: 'MID', teamId: 2 }
    const catalogue = parseCatalogue('catalogue.json', JSON.stringify({ ...tinyCatalogue, players: [player] }))
    expect(catalogue.players).toEqual([{ ...player, lastTeamId: null, lastGameUtc: null }])
    expect(Object.keys(catalogue.tournaments[0]!)).not.toContain('formerNames')
    expect(Object.keys(catalogue.teams[0]!)).not.toContain('formerIds')
  })

  it.each<[string, object, string]>([
    ['without a date', { asOf: null }, '$.asOf'],
    ['with a team whose id is 0', { teams: [{ ...tinyCatalogue.teams[0], id: 0 }] }, '$.teams[0].id'],
    ['with a team without aliases', { teams: [{ ...tinyCatalogue.teams[0], aliases: null }] }, '$.teams[0].aliases'],
    [
      'with a player in no role of the game',
      { players: [{ id: 1, name: 'A', aliases: [], role: 'COACH', teamId: 1 }] },
      '$.players[0].role',
    ],
    ['without champions', { champions: undefined }, '$.champions'],
    [
      'with a tournament without a league',
      { tournaments: [{ ...tinyCatalogue.tournaments[0], league: null }] },
      '$.tournaments[0].league',
    ],
  ])('a catalogue %s is refused', async (_, change, path) => {
    const text = JSON.stringify({ ...tinyCatalogue, ...change })
    const fault = await refused(() => parseCatalogue('catalogue.json', text))
    expect(fault).toMatchObject({ code: 'artifact_invalid', path: `catalogue.json ${path}` })
  })
})
