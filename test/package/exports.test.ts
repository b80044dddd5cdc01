import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it, vi } from 'vitest'
import { folders, readPackageJson, root } from './workspace.ts'

// Users import these names. A change here is a change for users: run this file with -u and add a line to CHANGELOG.md.

it('the packages export the names in exports.txt', async () => {
  const lines: string[] = []
  for (const folder of folders) {
    const { name, exports } = readPackageJson(folder)
    for (const [entry, target] of Object.entries(exports)) {
      const source = typeof target === 'string' ? undefined : target['@riftline/source']
      if (source === undefined) continue
      const module: object = await vi.importActual(fileURLToPath(new URL(`packages/${folder}/${source}`, root)))
      lines.push(
        name + entry.slice(1),
        ...Object.keys(module)
          .sort()
          .map((value) => `  ${value}`),
        '',
      )
    }
  }
  await expect(lines.join('\n')).toMatchFileSnapshot('exports.txt')
  expect(readFileSync(new URL('exports.txt', import.meta.url), 'utf8')).toContain('createPredictor')
})
