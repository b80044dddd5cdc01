import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { print, printsAs, readExamples, type Shown, toModule } from './readme-examples.ts'
import { folders, root } from './workspace.ts'

// Written out and imported, so that a block runs through the same resolution as every test: sources, no build.
const folder = new URL('./.examples/', import.meta.url)
mkdirSync(folder, { recursive: true })

const hasArtifacts = existsSync(new URL('artifacts/manifest.json', root))

for (const example of readExamples()) {
  const { readme, line, needsArtifacts, needsBuild } = example
  it.skipIf(needsBuild || (needsArtifacts && !hasArtifacts))(`${readme}, line ${line}`, async () => {
    const file = new URL(`${readme.replaceAll(/\W/g, '-')}-${line}.ts`, folder)
    writeFileSync(file, toModule(example))
    const { shown } = (await import(/* @vite-ignore */ fileURLToPath(file))) as { shown: readonly Shown[] }
    for (const [at, actual, text] of shown) {
      expect(printsAs(actual, text), `line ${at}: expected ${text}, got ${print(actual)}`).toBe(true)
    }
  })
}

it('every package has an example', () => {
  const withCode = new Set(readExamples().map(({ readme }) => readme))
  for (const folder of folders) expect(withCode).toContain(`packages/${folder}/README.md`)
})
