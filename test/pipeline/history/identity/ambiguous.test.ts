import { describe, expect, it } from 'vitest'
import { noExternalIds } from '#pipeline/history/external-ids.ts'
import { createSeatHolders, lettersApart } from '#pipeline/history/identity/find-person.ts'
import { renamedTeam } from '#pipeline/history/identity/find-team.ts'
import { openIdentity } from '#pipeline/history/identity/identity.ts'
import { type OpenPerson, openPerson, openTeam } from '#pipeline/history/identity/known.ts'
import type { HistoryRole } from '#pipeline/history/types.ts'
import { noAliases } from '#pipeline/names/names.ts'

function person(id: number, names: readonly string[], teamId: number | null, lastGameMs: number): OpenPerson {
  const recentRoles: readonly HistoryRole[] = ['mid']
  const rest = { formerIds: [], sources: [`src:${id}`], region: null, games: 9, firstGameMs: 0, lastGameMs }
  return openPerson({ id, names, teamId, recentRoles, ...rest })
}

it.each([
  ['faker', 'faker', 0],
  ['faker', 'fakar', 1],
  ['faker', 'fakeer', 1],
  ['faker', 'afker', 2],
  ['bin', 'ruler', 5],
  ['', 'abc', 3],
])('%j and %j are %i letters apart, in either order', (a, b, expected) => {
  expect([lettersApart(a, b), lettersApart(b, a)]).toEqual([expected, expected])
})

describe('the last holder of a seat', () => {
  const holder = person(1, ['Kestrel', 'Falco'], 7, 200)
  const holders = createSeatHolders([holder, person(2, ['Osprey'], 7, 100)])
  const row = { sourceId: null, teamId: 7, region: null, role: 'mid', startMs: 300 } as const
  const perhaps = (name: string, stated: readonly string[] = [], role: HistoryRole = 'mid') =>
    holders.perhaps({ ...row, name, role }, new Set(stated))?.id ?? null

  it('the last holder of a seat is a candidate for a name that differs from a current or former one by at most two letters', () => {
    expect([perhaps('Kestral'), perhaps('Kastrol'), perhaps('falko'), perhaps('Kostrol9')]).toEqual([1, 1, 1, null])
  })

  it('the last holder is no candidate when they hold another seat of the game, by name or by source id', () => {
    expect(perhaps('Kestral', ['kestrel'])).toBeNull()
    expect(perhaps('Kestral', ['falco'])).toBeNull()
    expect(perhaps('Kestral', ['src:1'])).toBeNull()
  })

  it('the last holder is the latest player of the seat, and a seat without players has none', () => {
    expect(perhaps('Osprei')).toBeNull()
    expect(perhaps('Kestral', [], 'top')).toBeNull()
    const moved = createSeatHolders([holder])
    moved.seat(person(3, ['Merlin'], 7, 250), { teamId: 7, role: 'mid' })
    expect(moved.perhaps({ ...row, name: 'Merlyn' }, new Set())?.id).toBe(3)
  })
})

describe('a team of an unknown name', () => {
  const old = openTeam({
    ...{ id: 7, names: ['Old'], formerIds: [], sources: [], region: null, recentLeagues: ['L'] },
    lastByLeague: [['L', 500]],
  })
  const get = (id: number) => (id === 7 ? old : undefined)
  const last = (id: number) => person(id, [`p${id}`], 7, 500)
  const lineup = (count: number) => [1, 2, 3, 4, 5].map((id) => [id <= count ? last(id) : person(id, ['x'], 9, 500)])
  const never = () => false

  it('the unknown team may be a renamed one when three of its five last played for that team', () => {
    expect(renamedTeam(lineup(3), get, never)?.id).toBe(7)
    expect(renamedTeam(lineup(2), get, never)).toBeNull()
  })

  it('the unknown team is no renamed one when that team has since played without them, or plays on', () => {
    const left = lineup(5).map(([one]) => [{ ...one!, lastGameMs: 400 }])
    expect(renamedTeam(left, get, never)).toBeNull()
    expect(renamedTeam(lineup(5), get, () => true)).toBeNull()
  })

  it('namesakes count once for each seat of the unknown team', () => {
    const namesakes = [[last(1), last(2)], [last(3)], [], [], []]
    expect(renamedTeam(namesakes, get, never)).toBeNull()
  })
})

it('a person whom a source seats twice in one game has the first seat, and the other stays empty', () => {
  const present = { teams: new Set<string>(), players: new Set(['src:1']) }
  const identity = openIdentity({ known: noExternalIds, aliases: noAliases, leagues: [], present })
  const row = { sourceId: 'src:1', name: 'Kestrel', teamId: 7, region: null, role: 'mid', startMs: 300 } as const
  const stated = new Set(['kestrel', 'src:1'])
  const first = identity.statedPerson(row, new Set(), stated)
  expect(first).not.toBeNull()
  const seated = new Set([first!])
  expect(identity.statedPerson({ ...row, role: 'top' }, seated, stated)).toBeNull()
  expect(identity.statedPerson({ ...row, teamId: 8 }, seated, stated)).toBeNull()
  expect(identity.close().findings).toEqual([
    { kind: 'player', what: 'ambiguous', id: first!.id, name: 'Kestrel', others: [] },
  ])
  expect(identity.statedPerson({ ...row, startMs: 400 }, new Set(), stated)).toBe(first)
})
