import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path/posix'
import { describe, expect, it } from 'vitest'
import { folders, importsOf, readSource, root, type SourceFile } from './workspace.ts'

// Limits of the sources' size. A limit is raised on purpose only, and may be lowered after a change that lowers the size.

const files = folders.flatMap(readSource)
const written = files.filter(({ path }) => !path.endsWith('.generated.ts'))
const linesOf = ({ text }: SourceFile): number => text.trimEnd().split('\n').length
const sumOf = (some: readonly SourceFile[]): number => some.reduce((sum, file) => sum + linesOf(file), 0)

describe('the size of the sources', () => {
  it('no file is longer than 300 lines, except generated ones', () => {
    expect(written.filter((file) => linesOf(file) > 300).map(({ path }) => path)).toEqual([])
  })

  it('all packages together, the server and each package stay within their number of lines', () => {
    expect(sumOf(files)).toBeLessThanOrEqual(96_500)
    expect(sumOf(readSource('server'))).toBeLessThanOrEqual(8_300)
    for (const folder of folders) expect(sumOf(readSource(folder)), folder).toBeLessThanOrEqual(20_500)
  })

  it('the packages stay within their number of files', () => {
    expect(files.length).toBeLessThanOrEqual(770)
  })

  it('few files of at most 30 lines have a single importer', () => {
    const importers = new Map<string, number>()
    for (const { path, text } of files) {
      const own = new Set(importsOf(text).filter((name) => name.startsWith('.')))
      for (const name of own) {
        const target = join(dirname(path), name)
        importers.set(target, (importers.get(target) ?? 0) + 1)
      }
    }
    const small = files.filter((file) => linesOf(file) <= 30 && importers.get(file.path) === 1)
    expect(small.length, small.map(({ path }) => path).join('\n')).toBeLessThanOrEqual(10)
  })

  it('few exported names have two meanings, except types of the client, which mirror the wire', () => {
    const declared = /^export (?:async )?(?:const|let|function\*?|class|interface|type) (\w+)/gm
    const places = new Map<string, Set<string>>()
    for (const { path, text } of files) {
      if (path.startsWith('packages/client/')) continue
      for (const [, name = ''] of text.matchAll(declared)) places.set(name, (places.get(name) ?? new Set()).add(path))
    }
    const twice = [...places].filter(([, paths]) => paths.size > 1)
    const list = twice.map(([name, paths]) => `${name}: ${[...paths].join(', ')}`).join('\n')
    expect(twice.length, list).toBeLessThanOrEqual(10)
  })

  it('few comments of one line begin with What, Who, Those, Of, How or Which', () => {
    const first = written.flatMap(({ text }) =>
      [...text.matchAll(/^\s*(?:\/\/ |\/\*\* )([A-Z]\w*)/gm)].map(([, word]) => word),
    )
    const riddles = first.filter((word) => /^(What|Who|Those|Of|How|Which)$/.test(word ?? ''))
    expect(riddles.length / first.length).toBeLessThanOrEqual(0.02)
  })
})

describe('the form of the tests', () => {
  it('tests use it() and import sources by package name', () => {
    const tests = readdirSync(new URL('test/', root), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts') && !name.includes('node_modules') && !name.includes('/.'))
      .map((name) => ({ name, text: readFileSync(new URL(`test/${name}`, root), 'utf8') }))
    const says = tests.filter(({ text }) => /import \{[^}]*\btest\b[^}]*\} from 'vitest'/.test(text))
    expect(says.map(({ name }) => name)).toEqual([])
    const reaches = tests.filter(({ text }) => /from '(\.\.\/)+packages\/[\w-]+\/src\//.test(text))
    expect(reaches.map(({ name }) => name)).toEqual([])
  })
})
