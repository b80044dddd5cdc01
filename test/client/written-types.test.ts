import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { expect, it } from 'vitest'
import { clientTypes } from '../../packages/client/build-types.ts'

const modules = [...clientTypes()]

it.each(modules)('the module %s is as npm run client-types writes it', (path, text) => {
  expect(readFileSync(path, 'utf8')).toBe(text)
})

it('no module of types is left that npm run client-types does not write', () => {
  const folder = dirname(modules[0]![0])
  const written = modules.map(([path]) => basename(path)).sort()
  expect(readdirSync(folder).filter((name) => name.endsWith('.generated.ts'))).toEqual(written)
})
