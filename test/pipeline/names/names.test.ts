import { readFile } from 'node:fs/promises'
import { ArtifactError } from '@riftline/base'
import { describe, expect, it } from 'vitest'
import { nameCatalogue } from '#pipeline/names/name-catalogue.ts'
import { noAliases, parseNamesFiles, readNamesFiles } from '#pipeline/names/names.ts'
import { tinyCatalogue } from '../../support/tiny-artifacts.ts'

const files = await readNamesFiles()

it("the shipped artifacts have the names of the pipeline's files", async () => {
  for (const file of ['aliases.json', 'leagues.json'] as const) {
    expect(await readFile(`artifacts/${file}`, 'utf8')).toBe(files[file])
  }
  const catalogue = JSON.parse(await readFile('artifacts/catalogue.json', 'utf8'))
  expect(nameCatalogue(catalogue, parseNamesFiles(files))).toEqual(catalogue)
})

it('names of known ids are added to the catalogue, and names of unknown ids are ignored', () => {
  const aliases = {
    ...noAliases,
    teams: [
      { id: 2, names: ['BASALT'], sources: [] },
      { id: 99, names: ['NOBODY'], sources: [] },
    ],
    champions: [{ id: 1, names: ['Goat'] }],
  }
  const named = nameCatalogue(tinyCatalogue, { aliases, leagues: [] })
  expect(named.teams.map(({ commonNames }) => commonNames)).toEqual([[], ['BASALT'], [], [], [], [], []])
  expect(named.champions[0]?.aliases).toEqual(['Goat'])
})

describe('a file of names is refused with its place', () => {
  it.each([
    ['aliases.json', { format: 'riftline-aliases', formatVersion: 2, teams: [], champions: [] }, '$.formatVersion'],
    [
      'aliases.json',
      { format: 'riftline-aliases', formatVersion: 1, teams: [{ id: 1, names: [''] }], champions: [] },
      '$.teams[0].names[0]',
    ],
    [
      'leagues.json',
      [{ code: 'A', name: 'A', tier: 4, kind: 'cup', region: null, seasons: ['2026'], otherNames: [] }],
      '$[0].tier',
    ],
  ] as const)('a file of names is refused, and the error names the place: %s %j', (file, content, place) => {
    const parse = (): unknown => parseNamesFiles({ ...files, [file]: JSON.stringify(content) })
    expect(parse).toThrow(ArtifactError)
    expect(parse).toThrow(place)
  })
})
