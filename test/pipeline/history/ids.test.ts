import { describe, expect, it } from 'vitest'
import { noExternalIds, toExternalIds } from '#pipeline/history/ids/external-ids.ts'
import { createIdTable } from '#pipeline/history/ids/id-table.ts'

describe('an id table', () => {
  it('an id table gives ids in order of first appearance and gives them again', () => {
    const table = createIdTable()
    expect([table.idOf('a', 'Foxes'), table.idOf('b', 'Bears'), table.idOf('a', 'Foxes')]).toEqual([1, 2, 1])
    const next = createIdTable(table.close())
    expect([next.idOf('b', 'Bears'), next.idOf('c', 'Cranes')]).toEqual([2, 3])
  })

  it('an id table finds by name what it knows by source id, and the other way round', () => {
    const table = createIdTable()
    expect([table.idOf('a', 'Foxes'), table.idOf(null, ' FOXES ')]).toEqual([1, 1])
    expect([table.idOf(null, 'Bears'), table.idOf('b', 'Bears'), table.idOf('b', 'Bears Prime')]).toEqual([2, 2, 2])
  })

  it('an id table keeps apart two source ids that share a name', () => {
    const table = createIdTable()
    expect([table.idOf('a', 'Foxes'), table.idOf('b', 'Foxes'), table.idOf(null, 'Foxes')]).toEqual([1, 2, 1])
  })

  it('a new source id takes the id of an equal name, unless the known one is there too', () => {
    const known = { last: 1, ids: { a: 1, 'name:foxes': 1 } }
    expect(createIdTable(known, new Set(['b'])).idOf('b', 'Foxes')).toBe(1)
    const both = createIdTable(known, new Set(['a', 'b']))
    expect([both.idOf('b', 'Foxes'), both.idOf('a', 'Foxes')]).toEqual([2, 1])
  })

  it('an id table never gives an id that is in use without a key', () => {
    expect(createIdTable({ last: 40, ids: {} }).idOf(null, 'Foxes')).toBe(41)
  })
})

describe('the external ids of a history', () => {
  const nothing = { series: [], teams: [], players: [], champions: [], tournaments: [] }
  const player = { role: null, teamId: null, aliases: [] }

  it('external ids have no key for a name that two players share, but count their ids', () => {
    const players = [
      { id: 1, name: 'Kestrel', ...player },
      { id: 2, name: 'Wren', ...player },
      { id: 3, name: 'kestrel', ...player },
    ]
    expect(toExternalIds({ ...nothing, players }).players).toEqual({ last: 3, ids: { 'name:wren': 2 } })
  })

  it('external ids keep what earlier folders knew', () => {
    const known = { ...noExternalIds, players: { last: 9, ids: { 'oe:player:9': 9 } }, lastSeriesId: 5 }
    expect(toExternalIds(nothing, known)).toEqual(known)
  })
})
