import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findSplitPeople, joinPerson, type OpenPerson, openPerson } from '#pipeline/history/identity/known.ts'
import type { KnownPerson } from '#pipeline/history/types.ts'

const dayMs = 86_400_000

function person(id: number, firstDay: number, lastDay: number, more: Partial<KnownPerson> = {}): OpenPerson {
  return openPerson({
    id,
    names: ['Kestrel'],
    formerIds: [],
    sources: [],
    region: 'Nowhere',
    teamId: id,
    recentRoles: ['mid'],
    games: 10,
    firstGameMs: firstDay * dayMs,
    lastGameMs: lastDay * dayMs,
    ...more,
  })
}

const pairs = (...people: OpenPerson[]): unknown =>
  findSplitPeople(people).map(({ earlier, later }) => [earlier.id, later.id])

describe('one person whom a history lists twice', () => {
  it.each([
    [400, 'Elsewhere', true],
    [401, 'Elsewhere', false],
    [730, 'Nowhere', true],
    [731, 'Nowhere', false],
  ])('entries of one name with a gap of %i days, the later one in %s, are one person: %s', (days, region, joined) => {
    const later = person(2, 100 + days, 100 + days + 50, { region, names: ['KESTREL!'] })
    expect(pairs(person(1, 0, 100), later)).toEqual(joined ? [[1, 2]] : [])
  })

  it('entries that overlap in time, or differ in role or name, are two people', () => {
    expect(pairs(person(1, 0, 100), person(2, 100, 200))).toEqual([])
    expect(pairs(person(1, 0, 100), person(2, 120, 200, { recentRoles: ['top'] }))).toEqual([])
    expect(pairs(person(1, 0, 100), person(2, 120, 200, { names: ['Wren'] }))).toEqual([])
  })

  it('of three entries of one name, the two with the shorter gap are one person', () => {
    expect(pairs(person(1, 0, 100), person(2, 200, 300), person(3, 350, 400))).toEqual([[2, 3]])
  })

  it('an entry that a person set apart in the aliases stays apart', () => {
    const people = [person(1, 0, 100), person(2, 120, 200)]
    expect(findSplitPeople(people, ({ id }) => id === 2)).toEqual([])
  })

  it("a joined person has the later entry's team, roles in order of time, and both game counts, whichever id stays", () => {
    const known = fc.record({ games: fc.nat(500), length: fc.integer({ min: 1, max: 30 }) })
    fc.assert(
      fc.property(known, known, fc.boolean(), (first, second, keepsLater) => {
        const roles = (length: number, role: 'mid' | 'top'): KnownPerson['recentRoles'] =>
          Array.from({ length }, () => role)
        const earlier = person(1, 0, 100, { games: first.games, recentRoles: roles(first.length, 'mid') })
        const later = person(2, 120, 200, { games: second.games, recentRoles: roles(second.length, 'top') })
        const [from, into] = keepsLater ? [earlier, later] : [later, earlier]
        joinPerson(from, into)
        expect(into).toMatchObject({
          teamId: 2,
          games: first.games + second.games,
          lastGameMs: 200 * dayMs,
          firstGameMs: 0,
        })
        const all = [...roles(first.length, 'mid'), ...roles(second.length, 'top')]
        expect(into.recentRoles).toEqual(all.slice(-30))
      }),
    )
  })
})
