import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CatalogueLeague } from '@riftline/predictor'
import { afterAll, beforeAll } from 'vitest'
import { type CliResult, runCliIn } from './cli.ts'
import { type Files, tinyArtifacts, tinyCatalogue, withManifest } from './tiny-artifacts.ts'
import { writeArtifacts } from './tiny-artifacts-folder.ts'

const names: ReadonlyMap<number, string> = new Map([
  [2, 'T1'],
  [3, 'Gen.G'],
])

const worlds: CatalogueLeague = {
  ...{ code: 'WLDs', name: 'Worlds', tier: null, kind: 'international', region: 'International' },
  ...{ seasons: ['2030'], otherNames: ['World Championship'] },
}

/** The tiny artifacts, with two teams and a league named as in the committed artifacts. */
function knownNames(): Files {
  const teams = tinyCatalogue.teams.map((team) => {
    const name = names.get(team.id)
    return name === undefined ? team : { ...team, name, league: 'LCK' }
  })
  const catalogue = JSON.stringify({ ...tinyCatalogue, teams, leagues: [worlds] })
  return withManifest({ ...tinyArtifacts(), 'catalogue.json': catalogue })
}

/**
 * Makes a folder of the tiny artifacts for the tests of a file, in which two teams have the names and ids of the committed
 * artifacts, which take a fifth of a second to read.
 */
export function useKnownNames(): () => string {
  let folder: string
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'riftline-tiny-'))
    await writeArtifacts(folder, knownNames())
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  return () => folder
}

/** Returns a function that runs command lines on that folder. */
export function useTinyCli(): (...args: readonly string[]) => Promise<CliResult> {
  const folder = useKnownNames()
  return (...args) => runCliIn({ RIFTLINE_ARTIFACTS_DIR: folder() }, ...args)
}
