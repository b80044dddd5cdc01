import { describe, expect, it } from 'vitest'
import { type Folder, folders, importsOf, readPackageJson, readSource } from './workspace.ts'

// Dependencies point downwards only; a new one of either kind is a decision and is made here.
const allowed: Readonly<Record<Folder, readonly string[]>> = {
  core: ['zod'],
  ledger: ['@riftline/core', 'zod'],
  sources: ['@riftline/core', 'undici'],
  pipeline: ['@riftline/core', 'csv-parse', 'ml-matrix', 'ml-pca', 'zod'],
  server: ['@riftline/core', '@riftline/ledger', 'zod'],
  account: ['@hono/node-server', '@riftline/core', '@riftline/ledger', 'hono', 'nodemailer', 'stripe', 'zod'],
  client: [],
  cli: [
    '@modelcontextprotocol/server',
    '@riftline/account',
    '@riftline/artifacts',
    '@riftline/client',
    '@riftline/core',
    '@riftline/ledger',
    '@riftline/pipeline',
    '@riftline/server',
    '@riftline/sources',
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

  it('a package depends on nothing but what the design allows', () => {
    expect(Object.keys(needed).filter((name) => !allowed[folder].includes(name))).toEqual([])
  })

  it('a package imports nothing that it does not declare', () => {
    const declared = new Set(Object.keys({ ...needed, ...manifest.peerDependencies }))
    expect(imported.filter(({ name }) => !declared.has(name))).toEqual([])
  })

  it('a package declares nothing that it does not import', () => {
    // Data is looked for by its name, and not imported.
    const names = new Set(['@riftline/artifacts', ...imported.map(({ name }) => name)])
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

it('only the store in PostgreSQL imports its driver, which is an optional peer of the ledger', () => {
  const users = folders.flatMap(readSource).filter(({ text }) => importsOf(text).some((name) => name === 'pg'))
  expect(users.map(({ path }) => path).filter((path) => !path.startsWith('packages/ledger/src/postgres/'))).toEqual([])
  expect(readPackageJson('ledger').peerDependencies).toEqual({ pg: '8.23.1' })
})

it('only node.ts of core, and the threads that it offers, import from Node', () => {
  const users = readSource('core').filter(({ text }) => importsOf(text).some((name) => name.startsWith('node:')))
  const allowed = /^packages\/core\/src\/(node\.ts|trees\/threads\/[\w-]+\.ts)$/
  expect(users.map(({ path }) => path).filter((path) => !allowed.test(path))).toEqual([])
})
