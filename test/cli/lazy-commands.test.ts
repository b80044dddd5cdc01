import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { beforeEach, describe, expect, it } from 'vitest'
import { runsAll } from '../support/amount.ts'
import { startRiftline } from '../support/riftline-process.ts'

// Real processes that record the modules they load, or run with a package missing.

const preload = `--import ${fileURLToPath(new URL('../support/watch-modules.mjs', import.meta.url))}`

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'riftline-lazy-'))
  return () => rmSync(root, { recursive: true, force: true })
})

/** Modules that a command line loads: workspace packages by folder, others by name, without `node:` ones. */
async function loadedBy(...args: readonly string[]): Promise<ReadonlySet<string>> {
  const file = join(root, 'modules.txt')
  const command = ['--import', 'tsx', '--conditions=@riftline/source', 'packages/cli/src/main.ts', ...args]
  const env = { ...process.env, NODE_OPTIONS: preload, MODULES_FILE: file }
  await promisify(execFile)(process.execPath, command, { env })
  const urls = readFileSync(file, 'utf8').trimEnd().split('\n')
  const found = urls.flatMap((url) => /.*\/(?:node_modules|packages)\/((?:@[^/]+\/)?[^/]+)\//.exec(url)?.[1] ?? [])
  return new Set(found.filter((name) => name !== 'tsx' && name !== 'esbuild'))
}

const heavy = ['pg', 'undici', 'ml-matrix', 'ml-pca', 'csv-parse', 'pipeline']
const heavyIn = (loaded: ReadonlySet<string>) => heavy.filter((name) => loaded.has(name))

describe('a command loads only its own code', () => {
  it('--help loads only the command package, and base, whose functions write its texts', async () => {
    expect([...(await loadedBy('--help'))].sort()).toEqual(['base', 'cli'])
  })

  it.runIf(runsAll)('account and key load no database driver, HTTP client, linear algebra or CSV parser', async () => {
    const data = ['--data', join(root, 'data')]
    expect(heavyIn(await loadedBy('account', 'create', 'acme', ...data))).toEqual([])
    expect(heavyIn(await loadedBy('key', 'create', 'acme', '--name', 'prod', ...data))).toEqual([])
    expect(heavyIn(await loadedBy('account', 'list', ...data))).toEqual([])
  })

  it.runIf(runsAll).each(['predict', 'markets'])(
    '%s without a picture loads the predictor, but no server, ledger or pipeline',
    async (command) => {
      expect([...(await loadedBy(command, 'T1', 'Gen.G'))].sort()).toEqual(['base', 'cli', 'core', 'predictor', 'zod'])
    },
  )

  it.runIf(runsAll)('build loads the pipeline', async () => {
    expect(heavyIn(await loadedBy('build', '--help'))).toEqual(expect.arrayContaining(['csv-parse', 'pipeline']))
  })
})

describe('without the package pg', () => {
  const refused = [
    ['serve', '--port', '0'],
    ['account', 'create', 'acme'],
    ['account', 'list'],
    ['ledger', 'verify'],
    ['ledger', 'export'],
  ]
  it.runIf(runsAll).each(refused)(
    '%s %s on PostgreSQL is refused, and the message names the package to install',
    async (...args) => {
      const env = {
        NODE_OPTIONS: preload,
        ABSENT_PACKAGE: 'pg',
        RIFTLINE_STORE: 'postgres',
        RIFTLINE_DATABASE_URL: 'postgres://127.0.0.1:1/none',
      }
      const { code, output } = startRiftline({ args, env })
      expect([await code, output.stdout]).toEqual([1, ''])
      expect(output.stderr).toMatch(
        /^riftline \w+: PostgreSQL needs the package pg, which is not installed: npm i pg\n$/,
      )
    },
  )

  it.runIf(runsAll)('ledger export and verify work on files', async () => {
    const data = ['--data', join(root, 'data')]
    const env = { NODE_OPTIONS: preload, ABSENT_PACKAGE: 'pg' }
    for (const args of [
      ['account', 'create', 'acme'],
      ['ledger', 'verify'],
      ['ledger', 'export'],
    ]) {
      const { code, output } = startRiftline({ args: [...args, ...data], env })
      expect([await code, output.stderr]).toEqual([0, ''])
    }
  })
})
