import { describe, expect, it } from 'vitest'
import { type Folder, folders, importsOf, readPackageJson, readSource } from './workspace.ts'

// All imports between packages and all third-party packages. A new one of either kind is a decision, made by a change of this list.
const allowed: Readonly<Record<Folder, readonly string[]>> = {
  base: [],
  core: ['@riftline/base'],
  predictor: ['@riftline/base', '@riftline/core', 'zod'],
  odds: ['@riftline/base', '@riftline/core', '@riftline/predictor', 'zod'],
  record: ['@riftline/base', '@riftline/core', '@riftline/ledger', '@riftline/predictor', 'zod'],
  ledger: ['@riftline/base', 'zod'],
  changes: ['@riftline/base', '@riftline/ledger', '@riftline/odds', '@riftline/predictor', '@riftline/record', 'zod'],
  mcp: ['@modelcontextprotocol/server', '@riftline/base', '@riftline/client', '@riftline/predictor'],
  sources: ['@riftline/base', '@riftline/core', '@riftline/predictor', 'csv-parse', 'undici'],
  pipeline: [
    '@riftline/base',
    '@riftline/core',
    '@riftline/predictor',
    '@riftline/record',
    'csv-parse',
    'ml-matrix',
    'ml-pca',
    'zod',
  ],
  server: [
    '@riftline/base',
    '@riftline/changes',
    '@riftline/core',
    '@riftline/ledger',
    '@riftline/mcp',
    '@riftline/odds',
    '@riftline/predictor',
    '@riftline/record',
    'swagger-ui-dist',
    'zod',
  ],
  account: ['@hono/node-server', '@riftline/base', '@riftline/ledger', 'hono', 'nodemailer', 'stripe', 'zod'],
  client: [],
  cli: [
    '@riftline/account',
    '@riftline/artifacts',
    '@riftline/base',
    '@riftline/changes',
    '@riftline/client',
    '@riftline/core',
    '@riftline/ledger',
    '@riftline/mcp',
    '@riftline/odds',
    '@riftline/pipeline',
    '@riftline/predictor',
    '@riftline/record',
    '@riftline/server',
    '@riftline/sources',
    'csv-parse',
  ],
}

const packageOf = (name: string): string => name.split('/', name.startsWith('@') ? 2 : 1).join('/')
const isForeign = (name: string): boolean => !name.startsWith('.') && !name.startsWith('node:')

describe.each(folders)('packages/%s', (folder) => {
  const manifest = readPackageJson(folder)
  const source = readSource(folder)
  const imported = source.flatMap(({ path, text }) =>
    importsOf(text)
      .filter(isForeign)
      .map((name) => ({ path, name: packageOf(name) })),
  )

  const needed = { ...manifest.dependencies, ...manifest.devDependencies }

  it('a package depends only on packages that the design allows', () => {
    expect(Object.keys(needed).filter((name) => !allowed[folder].includes(name))).toEqual([])
  })

  it('a package declares every package that it imports', () => {
    const declared = new Set(Object.keys({ ...needed, ...manifest.peerDependencies }))
    expect(imported.filter(({ name }) => !declared.has(name))).toEqual([])
  })

  it('a package imports every package that it declares', () => {
    // The data and the viewer of the reference are found by name, and not imported.
    const names = new Set(['@riftline/artifacts', 'swagger-ui-dist', ...imported.map(({ name }) => name)])
    expect(Object.keys(needed).filter((name) => !names.has(name))).toEqual([])
  })

  it('a package pins every version', () => {
    const loose = Object.entries(needed).filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(version))
    expect(loose).toEqual([])
  })

  it('a package names the .ts file in every relative import', () => {
    const relative = source.flatMap(({ path, text }) => importsOf(text).map((name) => ({ path, name })))
    expect(relative.filter(({ name }) => name.startsWith('.') && !/\.tsx?$/.test(name))).toEqual([])
  })
})

it('only the PostgreSQL store imports the driver, which is an optional peer of the ledger', () => {
  const users = folders.flatMap(readSource).filter(({ text }) => importsOf(text).some((name) => name === 'pg'))
  expect(users.map(({ path }) => path).filter((path) => !path.startsWith('packages/ledger/src/postgres/'))).toEqual([])
  expect(readPackageJson('ledger').peerDependencies).toEqual({ pg: '8.23.1' })
})

it('core, the predictor and the pure entry of base import nothing from Node, except in entries named for it', () => {
  const allowed =
    /^packages\/(base\/src\/node(\/[\w-]+)?\.ts|core\/src\/trees\/threads\/[\w-]+\.ts|predictor\/src\/(node|tournament\/threads\/[\w-]+)\.ts)$/
  const users = (['base', 'core', 'predictor'] as const)
    .flatMap(readSource)
    .filter(({ text }) => importsOf(text).some((name) => name.startsWith('node:') || name === '@riftline/base/node'))
  expect(users.map(({ path }) => path).filter((path) => !allowed.test(path))).toEqual([])
})
