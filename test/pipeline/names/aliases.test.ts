import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ArtifactError } from '@riftline/base'
import { describe, expect, it } from 'vitest'
import { nameCatalogue } from '#pipeline/names/name-catalogue.ts'
import { noAliases, parseAliases, parseNamesFiles, readNamesFiles, readOwnAliases } from '#pipeline/names/names.ts'
import { tinyCatalogue } from '../../support/tiny-artifacts.ts'

const head = { format: 'riftline-aliases', formatVersion: 1 }

async function dataFolder(text?: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'riftline-aliases-'))
  if (text !== undefined) await writeFile(join(folder, 'aliases.json'), text)
  return folder
}

describe("a user's file of aliases", () => {
  it('a data folder without a file of aliases adds no aliases', async () => {
    expect(await readOwnAliases(await dataFolder())).toEqual(noAliases)
  })

  it('a file of aliases may leave out everything except format and version', () => {
    expect(parseAliases('aliases.json', JSON.stringify(head))).toEqual(noAliases)
  })

  it("a user's aliases are added to the shipped ones, for leagues too", async () => {
    const text = JSON.stringify({
      ...head,
      teams: [{ id: 2, names: ['My Team'] }],
      leagues: [{ code: 'WLDs', names: ['The Big One'] }],
    })
    const files = await readNamesFiles()
    const names = parseNamesFiles(files, await readOwnAliases(await dataFolder(text)))
    const shipped = parseNamesFiles(files)
    const commonNames = (of: typeof names): readonly string[] | undefined =>
      nameCatalogue(tinyCatalogue, of).teams.find(({ id }) => id === 2)?.commonNames
    expect(commonNames(names)).toEqual([...commonNames(shipped)!, 'My Team'])
    expect(names.leagues.find(({ code }) => code === 'WLDs')?.otherNames).toContain('The Big One')
  })

  it.each([
    ['{', 'expected JSON'],
    [JSON.stringify({ ...head, formatVersion: 2 }), '$.formatVersion'],
    [JSON.stringify({ ...head, teams: [{ id: 0 }] }), '$.teams[0].id'],
    [JSON.stringify({ ...head, teams: [{ id: 1, name: 'X' }] }), '$.teams[0]'],
    [JSON.stringify({ ...head, players: [{ id: 1, names: [' '] }] }), '$.players[0].names[0]'],
    [JSON.stringify({ ...head, merge: { players: [{ from: 1, into: 1 }] } }), '$.merge.players[0].into'],
    [JSON.stringify({ ...head, retired: ['Faker'] }), '$.retired[0]'],
    [JSON.stringify({ ...head, retierd: [1] }), 'retierd'],
  ])('a bad file of aliases is refused, and the error names path and place: %s', async (text, place) => {
    const folder = await dataFolder(text)
    const refused = expect(readOwnAliases(folder)).rejects
    await refused.toThrow(ArtifactError)
    await expect(readOwnAliases(folder)).rejects.toThrow(place)
    await expect(readOwnAliases(folder)).rejects.toThrow(join(folder, 'aliases.json'))
  })

  it('an unreadable file of aliases is refused, and the error names its path', async () => {
    const folder = await dataFolder()
    await mkdir(join(folder, 'aliases.json'))
    await expect(readOwnAliases(folder)).rejects.toThrow(`${join(folder, 'aliases.json')}: expected a readable file`)
  })
})

describe('the current team of a player', () => {
  const player = (id: number, lastGameUtc: string | null) => {
    return { id, name: `P${id}`, aliases: [], role: null, teamId: 1, lastGameUtc }
  }
  const named = (retired: readonly number[]): unknown => {
    const players = [
      player(1, '2026-02-01T00:00:00'),
      player(2, '2025-09-01T00:00:00'),
      player(3, '2025-08-31T23:59:59'),
      player(4, null),
    ]
    const catalogue = { ...tinyCatalogue, asOf: '2026-02-28T00:00:00', players }
    const aliases = { ...noAliases, retired }
    return nameCatalogue(catalogue, { aliases, leagues: [] }).players.map(({ teamId }) => teamId)
  }

  it('the current team of a player is their last one until 180 days after their last game, then none', () => {
    expect(named([])).toEqual([1, 1, null, null])
  })

  it('a retired player has no current team', () => {
    expect(named([1])).toEqual([null, 1, null, null])
  })
})
