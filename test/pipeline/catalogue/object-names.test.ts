import { parseDetails, writeDetails } from '@riftline/predictor'
import { expect, it } from 'vitest'
import { buildCatalogue } from '#pipeline/catalogue/build-catalogue.ts'
import { packExternalIds, parseExternalIds } from '#pipeline/history/external-ids.ts'
import { readHistory } from '#pipeline/history/read-history.ts'
import { riftlineTables, type Tables, writeTables } from '../../support/history.ts'

// Every object inherits properties of these names; a lookup table by name must not find them.
const renamed: readonly (readonly [string, string])[] = [
  ['Amber Foxes', '__proto__'],
  ['Basalt Bears', 'constructor'],
  ['Copper Cranes top', 'valueOf'],
  ['Hero 6', 'hasOwnProperty'],
  ['INV 2031 Spring', 'isPrototypeOf'],
  ['INV', 'toString'],
]

function rename(tables: Tables): Tables {
  const texts = JSON.stringify(tables)
  return JSON.parse(renamed.reduce((text, [plain, odd]) => text.replaceAll(`"${plain}"`, `"${odd}"`), texts))
}

async function built(tables: Tables) {
  const history = await readHistory(await writeTables(tables))
  expect(history.skipped).toEqual([])
  return { history, ...buildCatalogue(history, { asOfMs: Date.UTC(2031, 0, 31) }) }
}

it('a history with teams, people, champions and leagues called __proto__ and the like gives the usual numbers', async () => {
  const [plain, odd] = [await built(riftlineTables()), await built(rename(riftlineTables()))]
  const restored = (value: unknown): unknown =>
    JSON.parse(
      renamed.reduce((text, [name, other]) => text.replaceAll(`"${other}"`, `"${name}"`), JSON.stringify(value)),
    )
  expect(restored(odd.catalogue)).toEqual(plain.catalogue)
  expect(restored(parseDetails(writeDetails(odd.details)))).toEqual(plain.details)
  expect(odd.catalogue.teams.slice(0, 2).map(({ name }) => name)).toEqual(['__proto__', 'constructor'])
})

it('ids of teams, people, champions and tournaments called __proto__ and the like survive their file', async () => {
  const { externalIds } = (await built(rename(riftlineTables()))).history
  const read = parseExternalIds('ids.json', JSON.stringify(packExternalIds(externalIds!)))
  expect(read).toEqual(externalIds)
  expect(read.champions.ids['name:hasownproperty']).toBe(6)
  expect(read.tournaments.ids['name:isprototypeof']).toBe(1)
})
