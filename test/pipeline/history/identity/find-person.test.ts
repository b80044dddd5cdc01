import { describe, expect, it } from 'vitest'
import { findPerson, type PersonRow } from '#pipeline/history/identity/find-person.ts'
import { type OpenPerson, openPerson } from '#pipeline/history/identity/known.ts'
import type { KnownPerson } from '#pipeline/history/types.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const now = Date.UTC(2031, 5, 1)

/** A person who plays mid for team 1 in Nowhere and last played a day ago, unless overridden. */
function person(id: number, more: Partial<KnownPerson> = {}): OpenPerson {
  return openPerson({
    id,
    names: ['Kestrel'],
    formerIds: [],
    sources: [],
    region: 'Nowhere',
    teamId: 1,
    recentRoles: ['mid', 'mid'],
    games: 50,
    firstGameMs: 0,
    lastGameMs: now - dayMs,
    ...more,
  })
}

const row = (more: Partial<PersonRow> = {}): PersonRow => ({
  sourceId: null,
  name: 'Kestrel',
  teamId: 1,
  region: 'Nowhere',
  role: 'mid',
  startMs: now,
  ...more,
})

const found = (holders: readonly OpenPerson[], seat: PersonRow): unknown => {
  const best = findPerson(holders, seat, () => true)
  return best === null ? null : [best.person.id, best.byRegion]
}
const other = { teamId: 2, region: 'Elsewhere' }
const namesake = person(9, { teamId: 7, region: 'Farland', recentRoles: ['top'], lastGameMs: now - 900 * dayMs })

describe('findPerson', () => {
  it('findPerson prefers the namesake who last played for the team, in any role and however long ago', () => {
    expect(found([person(1, { lastGameMs: 0 }), namesake], row({ role: 'sup' }))).toEqual([1, false])
  })

  it('findPerson finds the namesake who plays the role in the same region, however long ago', () => {
    expect(found([person(1, { lastGameMs: 0 }), namesake], row({ teamId: 2 }))).toEqual([1, false])
  })

  it.each([
    [730, [1, false]],
    [731, null],
  ])(
    'for another region, findPerson finds a namesake of the same role who played %i days ago: %j',
    (days, expected) => {
      const holders = [person(1, { lastGameMs: now - days * dayMs }), namesake]
      expect(found(holders, row(other))).toEqual(expected)
    },
  )

  it('for another region, findPerson finds a long-absent namesake only if the name is unique and the role the same', () => {
    const long = person(1, { lastGameMs: now - 2000 * dayMs })
    expect(found([long], row(other))).toEqual([1, false])
    expect(found([long], row({ ...other, role: 'top' }))).toBeNull()
  })

  it.each([
    [365, [1, true]],
    [366, null],
  ])(
    'for another role, findPerson finds a namesake of the same region who played %i days ago: %j',
    (days, expected) => {
      const holders = [person(1, { lastGameMs: now - days * dayMs, games: 29 }), namesake]
      expect(found(holders, row({ teamId: 2, role: 'sup' }))).toEqual(expected)
    },
  )

  it.each([
    ['30 games and 1461 days', { games: 30, lastGameMs: now - 1461 * dayMs }, [1, true]],
    ['29 games', { games: 29, lastGameMs: now - 1461 * dayMs }, null],
    ['1462 days', { games: 30, lastGameMs: now - 1462 * dayMs }, null],
  ])(
    'for another role after a longer time, findPerson requires a unique namesake with many games: %s',
    (_, more, expected) => {
      const seat = row({ teamId: 2, role: 'sup' })
      expect(found([person(1, more), namesake], seat)).toEqual(expected)
      expect(found([person(1, more), person(2, { ...more, lastGameMs: 0 })], seat)).toBeNull()
    },
  )

  it('findPerson excludes a person who played for another team less than six hours before', () => {
    const called = (hours: number): OpenPerson => person(1, { teamId: 2, lastGameMs: now - hours * hourMs })
    expect(found([called(5.9)], row())).toBeNull()
    expect(found([called(6)], row())).toEqual([1, false])
    expect(found([person(1, { lastGameMs: now - hourMs })], row())).toEqual([1, false])
  })

  it('findPerson excludes a person who is already taken', () => {
    expect(findPerson([person(1)], row(), () => false)).toBeNull()
  })

  it('findPerson prefers the same team to the same role, and the same role to a later game', () => {
    const sameTeam = person(1, { recentRoles: ['top'], lastGameMs: now - 300 * dayMs })
    const sameRole = person(2, { teamId: 3, lastGameMs: now - 200 * dayMs })
    const later = person(3, { teamId: 3, recentRoles: ['bot'], lastGameMs: now - 20 * dayMs })
    expect(found([later, sameRole, sameTeam], row())).toEqual([1, false])
    expect(found([later, sameRole], row())).toEqual([2, false])
  })

  it('an unknown region matches no region', () => {
    expect(found([person(1, { region: null, recentRoles: ['top'] })], row({ teamId: 2, region: null }))).toBeNull()
  })
})
