import { existsSync, readFileSync, statSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { folders, readPackageJson, root } from './workspace.ts'

interface Locked {
  readonly integrity?: string
  readonly link?: boolean
  readonly optionalDependencies?: Readonly<Record<string, string>>
}

const textOf = (path: string): string => readFileSync(new URL(path, root), 'utf8')

it('the licence is MIT', () => {
  expect(textOf('LICENSE')).toMatch(/^MIT License\n\nCopyright \(c\) \d{4} riftline contributors\n/)
})

it('the lock file names no download address', () => {
  expect(textOf('package-lock.json')).not.toMatch(/https?:\/\/[^"]*\.tgz/)
})

it('the lock file has a hash for every package to download', () => {
  const { packages } = JSON.parse(textOf('package-lock.json')) as { packages: Record<string, Locked> }
  const downloaded = Object.entries(packages).filter(([path, { link }]) => path.includes('node_modules/') && !link)
  expect(downloaded.length).toBeGreaterThan(300)
  const bare = downloaded.filter(([, { integrity = '' }]) => !/^sha512-[\w+/]{86}==$/.test(integrity))
  expect(bare.map(([path]) => path)).toEqual([])
})

it('the lock file lists the builds for every platform, so that a clean install works on each', () => {
  const { packages } = JSON.parse(textOf('package-lock.json')) as { packages: Record<string, Locked> }
  const locked = new Set(Object.keys(packages).map((path) => path.split('node_modules/').at(-1)))
  const optional = Object.values(packages).flatMap(({ optionalDependencies = {} }) => Object.keys(optionalDependencies))
  expect(optional.filter((name) => !locked.has(name))).toEqual([])
})

describe.each(folders)('packages/%s', (folder) => {
  const manifest = readPackageJson(folder)

  it('a package has the licence, a readme and the version of all packages', () => {
    expect(textOf(`packages/${folder}/LICENSE`)).toBe(textOf('LICENSE'))
    expect(textOf(`packages/${folder}/README.md`)).toMatch(new RegExp(`^# ${manifest.name}\n`))
    const versions = Object.entries(manifest.dependencies).filter(([name]) => name.startsWith('@riftline/'))
    expect([...new Set([manifest.version, ...versions.map(([, version]) => version)])]).toEqual([manifest.version])
    expect(manifest).toMatchObject({ license: 'MIT', type: 'module', engines: { node: '^20.19 || >=22.2' } })
  })

  it('a package has a changelog entry for its version', () => {
    expect(textOf('CHANGELOG.md')).toContain(`\n## [${manifest.version}]`)
  })

  it('a package’s exports put the source condition first, types before code, and point at files that exist', () => {
    for (const [entry, target] of Object.entries(manifest.exports)) {
      if (typeof target === 'string') expect([entry, target]).toEqual(['./package.json', './package.json'])
      else if (entry.endsWith('.wasm')) {
        const built = `./dist/${entry.slice(2)}` // the build makes it from bytes in the sources
        expect(target).toEqual({ types: `${built}.d.ts`, default: built })
      } else {
        expect(Object.keys(target)).toEqual(['@riftline/source', 'types', 'default'])
        const source = target['@riftline/source'] ?? ''
        expect(existsSync(new URL(`packages/${folder}/${source}`, root)), source).toBe(true)
        const built = source.replace('./src/', './dist/')
        expect(target).toMatchObject({ types: built.replace('.ts', '.d.ts'), default: built.replace('.ts', '.js') })
      }
    }
  })
})

it('the command is a committed, executable file, since npm links only files that exist at install time', () => {
  const file = new URL(`packages/cli/${readPackageJson('cli').bin?.riftline}`, root)
  expect(readFileSync(file, 'utf8')).toMatch(/^#!\/usr\/bin\/env -S node --max-semi-space-size=64\n/)
  expect(statSync(file).mode & 0o111).toBe(0o111)
})
