import { existsSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { folders } from '../package/workspace.ts'

const root = new URL('../../', import.meta.url)
const bases = [...folders.map((folder) => `packages/${folder}/src/`), 'packages/core/src/trees/']

it('the files named in the three walks of CONTRIBUTING.md exist', () => {
  const text = readFileSync(new URL('CONTRIBUTING.md', root), 'utf8')
  const walks = text.split(/^(?=## )/m).find((part) => part.startsWith('## Three walks\n')) ?? ''
  const files = [...walks.matchAll(/`([\w./-]+\.ts)`/g)].map(([, file = '']) => file)
  expect(files.length).toBeGreaterThan(40)
  expect(files.filter((file) => !bases.some((base) => existsSync(new URL(base + file, root))))).toEqual([])
})
