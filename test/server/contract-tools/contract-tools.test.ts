import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runsAll } from '../../support/amount.ts'
import { runCli } from '../../support/cli.ts'
import { type CommandServer, startServe } from '../../support/serve-process.ts'
import { playedArtifacts } from '../../support/tiny-artifacts-played.ts'
import { areInstalled, inTools } from './tools.ts'

// Third-party tools read the committed contract: npm run test:nightly.

const root = fileURLToPath(new URL('../../..', import.meta.url))
const contract = join(root, 'packages/server/openapi.json')
const project = inTools('project')

/** Runs a program and gives its output, even if its exit code is not 0, as with a linter's findings. */
const node = (program: string, ...args: readonly string[]): Promise<string> =>
  new Promise((resolve) => {
    const environment = { NO_COLOR: '1', REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }
    const options = { cwd: inTools(''), env: { ...process.env, ...environment }, maxBuffer: 1e8 }
    execFile(process.execPath, [program, ...args], options, (_, output) => resolve(output))
  })
const tool = (name: string, ...args: readonly string[]): Promise<string> =>
  node(inTools(`node_modules/${name}`), ...args)
const types = (...args: readonly string[]): Promise<string> =>
  tool('openapi-typescript/bin/cli.js', contract, '--output', join(project, 'types.ts'), ...args)

/** Compiles a program of the project to JavaScript beside it; gives the compiler's output. */
const compile = (file: string, ...more: readonly string[]): Promise<string> => {
  const typings = ['--types', 'node', '--typeRoots', join(root, 'node_modules/@types'), '--skipLibCheck']
  const modules = ['--target', 'es2022', '--module', 'nodenext', '--lib', 'es2023,dom,dom.iterable']
  const options = ['--ignoreConfig', '--strict', ...typings, ...modules, ...more]
  return node(join(root, 'node_modules/typescript/bin/tsc'), ...options, join(project, file))
}

describe.runIf(runsAll && areInstalled())('the contract in third-party tools', () => {
  beforeAll(() => {
    rmSync(project, { recursive: true, force: true })
    mkdirSync(project)
    cpSync(new URL('clients', import.meta.url), project, { recursive: true })
  })

  it('redocly finds no fault in the contract', async () => {
    const report = await tool('@redocly/cli/bin/cli.js', 'lint', '--format=json', contract)
    expect(JSON.parse(report)).toMatchObject({ totals: { errors: 0, warnings: 0 }, problems: [] })
  })

  it('spectral finds no fault in the contract', async () => {
    const rules = join(project, 'spectral.json')
    writeFileSync(rules, JSON.stringify({ extends: ['spectral:oas'] }))
    const report = await tool('@stoplight/spectral-cli/dist/index.js', 'lint', '-r', rules, '-f', 'json', contract)
    expect(report).toMatch(/^\[\]/)
  })

  it.each([[[]], [['--default-non-nullable', 'false']], [['--immutable', '--array-length']]])(
    'the types of openapi-typescript with the options %j accept teams by id or by name, and no other body',
    async (options) => {
      await types(...options)
      expect(await compile('requests.ts', '--exactOptionalPropertyTypes')).toBe('')
    },
  )

  describe('a client of @hey-api/openapi-ts', () => {
    let server: CommandServer
    beforeAll(async () => {
      server = await startServe({ artifacts: playedArtifacts(), before: importOdds })
    })
    afterAll(() => server?.stop())

    it('the client reads the answers of a server, all odds with every market included', async () => {
      await tool('@hey-api/openapi-ts/bin/run.js', '-i', contract, '-o', join(project, 'sdk'), '--no-log-file')
      expect(await compile('calls.ts')).toBe('')
      const said = JSON.parse(await node(join(project, 'calls.js'), server.baseUrl, server.key))
      expect(said).toEqual({
        teams: ['Basalt Bears'],
        record: '0W - 0L',
        totals: [[2.5, 1.95]],
        winner: [1.62, 2.35],
        forecast: [3, true, expect.stringMatching(/^(blue|red)$/)],
        standing: { blue: 1, red: 0 },
        scores: expect.arrayContaining(['3-0', '3-1', '3-2']),
        credits: 'number',
        error: 'team_not_found',
        refused: 'invalid_api_key',
      })
    })
  })
})

async function importOdds(dataFolder: string): Promise<void> {
  const [one, other] = [{ id: 2 }, { id: 3 }]
  const file = join(dataFolder, 'odds.jsonl')
  const snapshot = {
    match: {
      esportsMatchId: 'a',
      league: 'LCK',
      bestOf: 3,
      scheduledUtc: '2999-07-24T15:00:00',
      team1: one,
      team2: other,
    },
    capturedAtUtc: '2026-01-24T09:41:07',
    markets: {
      seriesWinner: [
        { team: one, decimalOdds: 1.62 },
        { team: other, decimalOdds: 2.35 },
      ],
      totalMaps: [{ line: 2.5, over: 1.95, under: 1.83 }],
    },
  }
  writeFileSync(file, `${JSON.stringify(snapshot)}\n`)
  expect((await runCli('odds', 'import', file, '--data', dataFolder)).code).toBe(0)
}
