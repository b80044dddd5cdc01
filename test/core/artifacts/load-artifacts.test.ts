import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createPredictor, parseArtifacts } from '@riftline/core'
import { loadArtifacts } from '@riftline/core/node'
import { describe, expect, it } from 'vitest'
import { type Files, tinyArtifacts, withManifest } from '../../support/tiny-artifacts.ts'
import { artifactsFolder } from '../../support/tiny-artifacts-folder.ts'
import { refused } from './refused.ts'

const files = tinyArtifacts()
const request = { blueTeamId: 1, redTeamId: 2, model: 'consensus' }

describe('a folder on disk', () => {
  it('says what the same files say in memory', async () => {
    const fromMemory = createPredictor(parseArtifacts(files)).predict(request)
    expect(createPredictor(await loadArtifacts(await artifactsFolder())).predict(request)).toEqual(fromMemory)
  })

  it('is found by its path, with or without a slash, and by its URL', async () => {
    const folder = await artifactsFolder()
    for (const place of [folder, `${folder}/`, pathToFileURL(folder), pathToFileURL(`${folder}/`)]) {
      expect((await loadArtifacts(place)).manifest.asOf).toBe('2030-12-22T02:00:00')
    }
  })

  it('that nobody names is the one of the installed package', async () => {
    const { version } = JSON.parse(await readFile('artifacts/package.json', 'utf8'))
    const { manifest } = await loadArtifacts()
    expect(manifest.files['package.json']?.format).toBe('npm-package')
    expect(manifest.asOf).toBe((await loadArtifacts('artifacts')).manifest.asOf)
    expect(version).toBe(JSON.parse(await readFile('packages/core/package.json', 'utf8')).version)
  })
})

describe('a folder is refused', () => {
  it('when it is not there', async () => {
    const fault = await refused(() => loadArtifacts(join('nowhere', 'to', 'be', 'found')))
    expect(fault).toMatchObject({ code: 'artifact_missing', path: 'manifest.json' })
    expect(fault.message).toContain('ENOENT')
  })

  it('when a file that the manifest names is missing', async () => {
    const folder = await artifactsFolder()
    await rm(join(folder, 'models/lightgbm-draft.json'))
    const fault = await refused(() => loadArtifacts(folder))
    expect(fault).toMatchObject({ code: 'artifact_missing', path: 'models/lightgbm-draft.json' })
  })

  it('when a file that is needed is not named by the manifest, though it is there', async () => {
    const { 'blend.json': blend, ...others } = files
    const folder = await artifactsFolder({ ...withManifest(others), 'blend.json': blend! })
    expect(await refused(() => loadArtifacts(folder))).toMatchObject({ code: 'artifact_missing', path: 'blend.json' })
  })

  it.each(['state.json', 'details.json', 'models/fasttree-match.json'])(
    'when one byte of %s has changed, and the file is named',
    async (path) => {
      const folder = await artifactsFolder()
      const content = await readFile(join(folder, path))
      content[content.length >> 1]! ^= 1
      await writeFile(join(folder, path), content)
      const fault = await refused(() => loadArtifacts(folder))
      expect(fault).toMatchObject({ code: 'artifact_mismatch', path })
      expect(fault.message).toMatch(/expected SHA-256 [0-9a-f]{64}, got [0-9a-f]{64}/)
    },
  )

  it('when its features are those of another version', async () => {
    const folder = await artifactsFolder(withManifest(files, { schemas: { match: ['elo'], draft: ['elo'] } }))
    expect(await refused(() => loadArtifacts(folder))).toMatchObject({
      code: 'artifact_mismatch',
      path: 'manifest.json',
    })
  })

  it('when the manifest is not JSON', async () => {
    const folder = await artifactsFolder({ ...files, 'manifest.json': 'formatVersion: 1' })
    expect(await refused(() => loadArtifacts(folder))).toMatchObject({
      code: 'artifact_invalid',
      path: 'manifest.json',
    })
  })

  it('when a file with the right hash is not what it should be', async () => {
    const folder = await artifactsFolder(withManifest({ ...files, 'state.json': '[]' }))
    const fault = await refused(() => loadArtifacts(folder))
    expect(fault.code).toBe('artifact_invalid')
    expect(fault.path).toBe('state.json $')
  })
})

describe('a manifest may name files inside its own folder only', () => {
  const naming = (path: string): Files => {
    const manifest = JSON.parse(files['manifest.json']!) as { files: Record<string, unknown> }
    const entry = { ...(manifest.files['state.json'] as object) }
    return withManifest(files, { files: { ...manifest.files, [path]: entry } })
  }

  it.each([
    '../state.json',
    'models/../../state.json',
    '..',
    '/etc/hostname',
    'models//fasttree-match.json',
    'models/',
    'C:\\state.json',
    '..\\state.json',
    'models/%2e%2e/state.json',
    'state.json\u0000',
    '',
  ])('and not %j', async (path) => {
    const folder = await artifactsFolder(naming(path))
    const fault = await refused(() => loadArtifacts(folder))
    expect(fault).toMatchObject({ code: 'artifact_invalid', path: 'manifest.json' })
    expect(fault.message).toContain(`expected a path inside the folder, got ${JSON.stringify(path)}`)
  })

  it('and a name of the object prototype is one like any other', async () => {
    const folder = await artifactsFolder(naming('constructor'))
    expect(await refused(() => loadArtifacts(folder))).toMatchObject({ code: 'artifact_missing', path: 'constructor' })
  })
})
