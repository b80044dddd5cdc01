import { describe, expect, it } from 'vitest'
import {
  addNames,
  createIdTable,
  noExternalIds,
  packExternalIds,
  parseExternalIds,
} from '#pipeline/history/external-ids.ts'
import { readHistory } from '#pipeline/history/read-history.ts'
import { riftlineTables, writeTables } from '../../support/history.ts'

describe('an id table', () => {
  it('an id table assigns ids in order of first appearance and returns them again', () => {
    const table = createIdTable()
    expect([table.idOf('Foxes'), table.idOf('Bears'), table.idOf(' FOXES ')]).toEqual([1, 2, 1])
    const next = createIdTable(table.close())
    expect([next.idOf('Bears'), next.idOf('Cranes')]).toEqual([2, 3])
  })

  it('an id table never assigns an id that an entry without a key already has', () => {
    expect(createIdTable({ last: 40, ids: {} }).idOf('Foxes')).toBe(41)
  })

  it('a name shared by two rows is no key, but the ids of both rows stay reserved', () => {
    const rows = [
      { id: 1, name: 'Kestrel' },
      { id: 2, name: 'Wren' },
      { id: 3, name: 'kestrel' },
    ]
    expect(addNames({ last: 0, ids: {} }, rows)).toEqual({ last: 3, ids: { 'name:wren': 2 } })
  })
})

describe('the ids of artifacts', () => {
  const read = (document: unknown): unknown => parseExternalIds('ids.json', JSON.stringify(document))

  it('ids survive their file', async () => {
    const { externalIds } = await readHistory(await writeTables(riftlineTables()))
    expect(externalIds?.players.rows).toHaveLength(20)
    expect(read(packExternalIds(externalIds!))).toEqual(externalIds)
    expect(read(packExternalIds(noExternalIds))).toEqual(noExternalIds)
  })

  it.each([
    [{ formatVersion: 3 }, '$.formatVersion'],
    [{ ...packExternalIds(noExternalIds), lastSeriesId: -1 }, '$.lastSeriesId'],
    [{ ...packExternalIds(noExternalIds), teams: 1 }, '$.teams'],
  ])('damaged ids are refused, and the error names the place: %j', (document, place) => {
    expect(() => read(document)).toThrow(place)
  })
})
