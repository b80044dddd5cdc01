import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { type CliResult, runCliIn } from './cli.ts'
import { tinyArtifacts, tinyCatalogue, withManifest } from './tiny-artifacts.ts'
import { writeArtifacts } from './tiny-artifacts-folder.ts'

/**
 * Runs command lines on the tiny artifacts, whose second and fifth team are called T1 and Gen.G as in the committed ones, which take
 * a fifth of a second to read.
 */
export function useTinyCli(): (...args: readonly string[]) => Promise<CliResult> {
  let folder: string
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'riftline-tiny-'))
    const names = new Map([
      [2, 'T1'],
      [5, 'Gen.G'],
    ])
    const teams = tinyCatalogue.teams.map((team) => ({ ...team, name: names.get(team.id) ?? team.name }))
    const files = { ...tinyArtifacts(), 'catalogue.json': JSON.stringify({ ...tinyCatalogue, teams }) }
    await writeArtifacts(folder, withManifest(files))
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  return (...args) => runCliIn({ RIFTLINE_ARTIFACTS_DIR: folder }, ...args)
}
