import { cp, mkdtemp, readdir, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { publishFolder } from '#pipeline/folder/write-folder.ts'

describe('publishFolder', () => {
  it('publishFolder refuses files that cannot be read back and keeps the old folder', async () => {
    const folder = join(await mkdtemp(join(tmpdir(), 'riftline-publish-')), 'artifacts')
    await cp('artifacts/manifest.json', join(folder, 'manifest.json'))
    const before = await readFile(join(folder, 'manifest.json'), 'utf8')
    const files = { 'details.json': { text: '{}\n', format: 'riftline-details' } }
    await expect(publishFolder(folder, files, { asOf: '2026-03-01T00:00:00' })).rejects.toMatchObject({
      code: 'folder_unreadable',
      message: expect.stringMatching(/is not published, the old one stays/),
    })
    expect(await readFile(join(folder, 'manifest.json'), 'utf8')).toBe(before)
    expect(await readdir(join(folder, '..'))).toEqual(['artifacts'])
  })
})
