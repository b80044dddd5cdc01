import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createPredictor, parseArtifacts, predictorFiles } from '@riftline/predictor'
import { loadArtifacts, loadPredictorArtifacts, readArtifactFiles } from '@riftline/predictor/node'
import { describe, expect, it } from 'vitest'
import { type Files, tinyArtifacts, withManifest } from '../../support/tiny-artifacts.ts'
import { artifactsFolder } from '../../support/tiny-artifacts-folder.ts'
import { refused } from './refused.ts'

const files = tinyArtifacts()
const request = { blueTeamId: 1, redTeamId: 2, model: 'consensus' } as const

describe('a folder on disk', () => {
  it('a folder on disk gives the same forecasts as its files in memory', async () => {
    const fromMemory = createPredictor(parseArtifacts(files)).predict(request)
    expect(createPredictor(await loadArtifacts(await artifactsFolder())).predict(request)).toEqual(fromMemory)
  })

  it('a folder is found by its path, with or without a trailing slash, and by its URL', async () => {
    const folder = await artifactsFolder()
    for (const place of [folder, `${folder}/`, pathToFileURL(folder), pathToFileURL(`${folder}/`)]) {
      expect((await loadArtifacts(place)).manifest.asOf).toBe('2030-12-22T02:00:00')
    }
  })

  it('loadArtifacts without a folder reads the installed package', async () => {
    const { version } = JSON.parse(await readFile('artifacts/package.json', 'utf8'))
    const { manifest } = await loadArtifacts()
    expect(manifest.files['package.json']?.format).toBe('npm-package')
    expect(manifest.asOf).toBe((await loadArtifacts('artifacts')).manifest.asOf)
    expect(version).toBe(JSON.parse(await readFile('packages/core/package.json', 'utf8')).version)
  })
})

describe('readArtifactFiles with a list of paths', () => {
  it('readArtifactFiles with a list of paths reads only these files and the manifest', async () => {
    const read = await readArtifactFiles(await artifactsFolder(), { only: ['details.json', 'state.json'] })
    expect(Object.keys(read)).toEqual(['manifest.json', 'details.json', 'state.json'])
    expect(new TextDecoder().decode(read['state.json'])).toBe(files['state.json'])
  })

  it('readArtifactFiles checks only the hashes of the files on its list', async () => {
    const folder = await artifactsFolder({ ...files, 'details.json': '{}' })
    expect(Object.keys(await readArtifactFiles(folder, { only: [] }))).toEqual(['manifest.json'])
    const fault = await refused(() => readArtifactFiles(folder, { only: ['state.json', 'details.json'] }))
    expect(fault).toMatchObject({ code: 'artifact_mismatch', path: 'details.json' })
  })

  it.each(['recent.json', 'manifest.json', '../state.json', 'toString'])(
    'readArtifactFiles refuses %s, which the manifest does not list',
    async (path) => {
      const fault = await refused(async () => readArtifactFiles(await artifactsFolder(), { only: [path] }))
      expect(fault).toMatchObject({ code: 'artifact_missing', path })
    },
  )
})

describe('loadPredictorArtifacts', () => {
  it('loadPredictorArtifacts reads only the files that a predictor needs', async () => {
    const folder = await artifactsFolder()
    await rm(join(folder, 'details.json'))
    expect(Object.keys(await loadPredictorArtifacts(folder)).sort()).toEqual(
      Object.keys(parseArtifacts(files))
        .filter((key) => key !== 'details' && key !== 'record')
        .sort(),
    )
  })

  it.each(predictorFiles)(
    'loadPredictorArtifacts refuses a folder in which one byte of %s has changed',
    async (path) => {
      const folder = await artifactsFolder({ ...files, [path]: `${files[path]} ` })
      expect(await refused(() => loadPredictorArtifacts(folder))).toMatchObject({ code: 'artifact_mismatch', path })
    },
  )
})

describe('a folder is refused', () => {
  it('a missing folder is refused', async () => {
    const fault = await refused(() => loadArtifacts(join('nowhere', 'to', 'be', 'found')))
    expect(fault).toMatchObject({ code: 'artifact_missing', path: 'manifest.json' })
    expect(fault.message).toContain('ENOENT')
  })

  it('a folder without a model is refused', async () => {
    const folder = await artifactsFolder()
    await rm(join(folder, 'models/lightgbm-match.json'))
    const fault = await refused(() => loadArtifacts(folder))
    expect(fault).toMatchObject({ code: 'artifact_missing', path: 'models/lightgbm-match.json' })
  })

  it('a folder whose manifest does not list a needed file is refused', async () => {
    const { 'blend.json': blend, ...others } = files
    const folder = await artifactsFolder({ ...withManifest(others), 'blend.json': blend! })
    expect(await refused(() => loadArtifacts(folder))).toMatchObject({ code: 'artifact_missing', path: 'blend.json' })
  })

  it.each(['state.json', 'details.json', 'models/fasttree-match.json'])(
    'a folder with one changed byte in %s is refused, and the error names the file',
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

  it('a folder with another version of the features is refused', async () => {
    const folder = await artifactsFolder(withManifest(files, { schemas: { match: ['elo'], draft: ['elo'] } }))
    expect(await refused(() => loadArtifacts(folder))).toMatchObject({
      code: 'artifact_mismatch',
      path: 'manifest.json',
    })
  })

  it('a manifest that is not JSON is refused', async () => {
    const folder = await artifactsFolder({ ...files, 'manifest.json': 'formatVersion: 1' })
    expect(await refused(() => loadArtifacts(folder))).toMatchObject({
      code: 'artifact_invalid',
      path: 'manifest.json',
    })
  })

  it('a file with the right hash but other content is refused', async () => {
    const folder = await artifactsFolder(withManifest({ ...files, 'state.json': '[]' }))
    const fault = await refused(() => loadArtifacts(folder))
    expect(fault.code).toBe('artifact_invalid')
    expect(fault.path).toBe('state.json $')
  })
})

describe('paths in a manifest', () => {
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
  ])('a manifest with the path %j outside its folder is refused', async (path) => {
    const folder = await artifactsFolder(naming(path))
    const fault = await refused(() => loadArtifacts(folder))
    expect(fault).toMatchObject({ code: 'artifact_invalid', path: 'manifest.json' })
    expect(fault.message).toContain(`expected a path inside the folder, got ${JSON.stringify(path)}`)
  })

  it('a name of the object prototype is an ordinary path', async () => {
    const folder = await artifactsFolder(naming('constructor'))
    expect(await refused(() => readArtifactFiles(folder))).toMatchObject({
      code: 'artifact_missing',
      path: 'constructor',
    })
  })
})
