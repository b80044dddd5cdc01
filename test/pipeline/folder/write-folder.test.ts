import { mkdtemp, readdir, readFile, rename, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseManifest } from '@riftline/predictor'
import { beforeEach, describe, expect, it } from 'vitest'
import { manifestKeys } from '#pipeline/folder/open-folder.ts'
import { type ArtifactFile, publishFolder, restoreFolder } from '#pipeline/folder/write-folder.ts'

let root: string
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'riftline-folder-'))
})

const files: Record<string, ArtifactFile> = {
  'models/b.json': { text: '{"b":2}\n', format: 'x', about: { trainer: 'T' } },
  'a.json': { text: 'é\n', format: 'y' },
  'README.md': { text: '# A\n', format: null },
}

/** Publishes files that no reader could read back. */
function writeFolder(folder: string, all: typeof files, manifest: Readonly<Record<string, unknown>>): Promise<void> {
  return publishFolder(folder, all, manifest, undefined, async () => {})
}

describe('publishFolder', () => {
  it('the manifest lists each file except prose with format, size and hash, ordered by path', async () => {
    const target = join(root, 'artifacts')
    await writeFolder(target, files, { asOf: '2026-01-01T00:00:00' })
    const manifest = JSON.parse(await readFile(join(target, 'manifest.json'), 'utf8'))
    expect(manifest).toMatchObject({ formatVersion: 1, asOf: '2026-01-01T00:00:00' })
    expect(Object.keys(manifest.files)).toEqual(['a.json', 'models/b.json'])
    expect(manifest.files['a.json']).toEqual({
      format: 'y',
      bytes: 3,
      sha256: 'edd3a863872a04239eb29ad4bc12fc892b3d4ae57cc7e786a3697816f8e141c2',
    })
    expect(manifest.files['models/b.json'].trainer).toBe('T')
  })

  it('the keys of a manifest keep their order when a later build writes it again', async () => {
    const text = await readFile('artifacts/manifest.json', 'utf8')
    const { formatVersion, files: named, ...keys } = JSON.parse(text)
    expect(JSON.stringify(manifestKeys({ manifest: parseManifest(text) }))).toBe(JSON.stringify(keys))
  })

  it('publishFolder keeps the package files of the folder it replaces, and nothing else of it', async () => {
    const target = join(root, 'artifacts')
    await writeFolder(target, { ...files, 'models/old.json': { text: '{}', format: 'x' } }, { asOf: 'x' })
    await writeFile(join(target, 'package.json'), '{"name":"models"}\n')
    await writeFile(join(target, 'LICENSE.md'), '# Licence\n')
    await writeFolder(target, files, { asOf: 'y' })
    expect((await readdir(target)).sort()).toEqual([
      'LICENSE.md',
      'README.md',
      'a.json',
      'manifest.json',
      'models',
      'package.json',
    ])
    expect(await readdir(join(target, 'models'))).toEqual(['b.json'])
    const manifest = JSON.parse(await readFile(join(target, 'manifest.json'), 'utf8'))
    expect(manifest.files['package.json']).toMatchObject({ format: 'npm-package', bytes: 18 })
  })

  it('the same input gives the same bytes, whatever the order of the files', async () => {
    await writeFolder(join(root, 'one'), files, { asOf: 'x' })
    await writeFolder(join(root, 'two'), Object.fromEntries(Object.entries(files).reverse()), { asOf: 'x' })
    const read = (name: string): Promise<string> => readFile(join(root, name, 'manifest.json'), 'utf8')
    expect(await read('one')).toBe(await read('two'))
  })

  it('publishFolder replaces the old folder and leaves nothing beside it', async () => {
    const target = join(root, 'artifacts')
    await writeFolder(target, { 'old.json': { text: '1\n', format: 'x' } }, {})
    await writeFile(join(target, 'stray'), 'stray')
    await writeFolder(target, files, {})
    expect((await readdir(target)).sort()).toEqual(['README.md', 'a.json', 'manifest.json', 'models'])
    expect(await readdir(root)).toEqual(['artifacts'])
  })
})

describe('restoreFolder', () => {
  it('restoreFolder brings back a folder that an aborted run had moved aside', async () => {
    const target = join(root, 'artifacts')
    await writeFolder(target, files, { asOf: 'x' })
    await rename(target, join(root, '.artifacts-Abc123-old'))
    await restoreFolder(target, Date.now())
    expect(await readdir(root)).toEqual(['artifacts'])
    expect(await readFile(join(target, 'a.json'), 'utf8')).toBe('é\n')
  })

  it('restoreFolder removes leftovers beside a folder after an hour, and nothing else', async () => {
    const target = join(root, 'artifacts')
    for (const name of ['artifacts', '.artifacts-Old111', '.artifacts-New222', '.other-333']) {
      await writeFolder(join(root, name), files, { asOf: 'x' })
    }
    await utimes(join(root, '.artifacts-Old111'), 1000, 1000)
    await restoreFolder(target, Date.now())
    expect((await readdir(root)).sort()).toEqual(['.artifacts-New222', '.other-333', 'artifacts'])
    await restoreFolder(join(root, 'nowhere/artifacts'), Date.now())
  })
})
