import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { walkModules } from '../../../../../packages/core/write-walks.ts'

const folder = new URL('../../../../../packages/core/src/trees/engines/js/', import.meta.url)
const modules = walkModules()

it('every generated walk of the JavaScript engine comes from the template', () => {
  const generated = readdirSync(folder).filter((file) => file.endsWith('.generated.ts'))
  expect(generated.sort()).toEqual([...modules.keys()].sort())
})

it.each([...modules])('the walk %s equals the output of its template', (file, text) => {
  expect(readFileSync(new URL(file, folder), 'utf8') === text, 'run npm run kernels').toBe(true)
})
