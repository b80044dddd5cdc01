import { spawnSync } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { toUtc } from '@riftline/base'
import { defaultConfig } from '@riftline/server'
import { apiReference } from '@riftline/server/docs'
import { createOpenApi } from '@riftline/server/openapi'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runsAll } from '../support/amount.ts'
import { runCli } from '../support/cli.ts'
import { examplesIn, languages, missingProgram, printedBy, writeModules } from '../support/docs-examples.ts'
import { type ServeProcess, startServe } from '../support/serve-process.ts'
import { knownNames } from '../support/tiny-artifacts-known-names.ts'
import { captured } from '../odds/captured.ts'

// biome-ignore lint/suspicious/noExplicitAny: answers of many shapes
type Answer = any

/**
 * What each answer says on the committed artifacts: T1 is 2, Gen.G 3, Faker 3, the World Championship 2025 is 525. The quick run
 * asks tiny ones that know as much of them as its example needs.
 */
const said: Readonly<Record<string, (answer: Answer) => readonly [unknown, unknown]>> = {
  listTeams: ({ teams }) => [teams[0], expect.objectContaining({ id: 2, name: 'T1' })],
  listPlayers: ({ players }) => [players[0], expect.objectContaining({ id: 3, name: 'Faker' })],
  listChampions: ({ champions }) => [champions[0], expect.objectContaining({ id: 103, name: 'Ahri' })],
  listTournaments: ({ tournaments }) => [
    tournaments.find(({ id }: Answer) => id === 525),
    expect.objectContaining({ name: 'World Championship 2025' }),
  ],
  getSchedule: ({ count, schedule }) => [count, schedule.length],
  getTeam: ({ name, stats }) => [
    [name, stats.games > 0],
    ['T1', true],
  ],
  getPlayer: ({ name, team }) => [
    [name, team],
    ['Faker', { id: 2, name: 'T1' }],
  ],
  getTournament: ({ name, games }) => [
    [name, games > 0],
    ['World Championship 2025', true],
  ],
  getOdds: ({ markets }) => [markets.seriesWinner.map((price: Answer) => price.team.name), ['T1', 'Gen.G']],
  predict: ({ blueTeam, redTeam, models, league }) => [
    [blueTeam.name, redTeam.name, models.length, league.code],
    ['T1', 'Gen.G', 3, 'WLDs'],
  ],
  predictDraft: ({ redTeam, model }) => [
    [redTeam.name, model],
    ['Gen.G', 'fasttree'],
  ],
  markets: ({ blueTeam, standing }) => [
    [blueTeam.name, standing],
    ['T1', { blue: 1, red: 0 }],
  ],
  getUsage: ({ free }) => [free.monthly, defaultConfig.freeCredits],
  getUsageAlias: ({ free }) => [free.monthly, defaultConfig.freeCredits],
  getHealth: ({ status }) => [status, 'ok'],
  getReadiness: ({ status }) => [status, 'ready'],
  getOpenApi: ({ openapi }) => [openapi, '3.1.0'],
}

const document = createOpenApi(defaultConfig)
const examplesAt = (baseUrl: string) =>
  examplesIn(apiReference({ document, baseUrl, docsUrl: '/docs', limits: defaultConfig }))

/** With the client's method, a key and a body. */
const quick = ['predict']
const shown = examplesAt('http://127.0.0.1')
const operations = [...new Set(shown.map(({ operationId }) => operationId))]

it('every operation that the page shows is asked for in three languages, and its answer is looked at', () => {
  expect(shown.map((one) => `${one.operationId} ${one.language}`)).toEqual(
    Object.keys(said).flatMap((id) => languages.map((language) => `${id} ${language}`)),
  )
})

let server: ServeProcess
let examples: ReturnType<typeof examplesAt>
beforeAll(async () => {
  server = await startServe({ before: importOdds, ...(runsAll ? {} : { artifacts: knownNames() }) })
  examples = examplesAt(server.baseUrl)
})
afterAll(() => server.stop())

describe.each(languages)('examples in %s', (language) => {
  const missing = missingProgram(language)
  const why = missing === null ? '' : ` (skipped: no ${missing})`
  it.skipIf(missing !== null).each(runsAll ? operations : quick)(
    `the ${language} example of %s, copied from the page, runs as it stands${why}`,
    async (operationId) => {
      const example = examples.find((one) => one.operationId === operationId && one.language === language)!
      const answer = JSON.parse(await printedBy(example, server.key))
      const [actual, expected] = said[operationId]!(answer)
      expect(actual).toEqual(expected)
    },
  )
})

it.runIf(runsAll)('the TypeScript examples have no error of types', () => {
  const files = writeModules(shown.filter(({ language }) => language === 'typescript'))
  const root = fileURLToPath(new URL('../../', import.meta.url))
  const project = join(root, 'test/server/.examples/tsconfig.json')
  const compilerOptions = { moduleDetection: 'force', declaration: false, isolatedDeclarations: false }
  writeFileSync(project, JSON.stringify({ extends: join(root, 'tsconfig.json'), compilerOptions, files, include: [] }))
  const { stdout } = spawnSync(join(root, 'node_modules/.bin/tsc'), ['-p', project], { encoding: 'utf8' })
  rmSync(project)
  expect(stdout).toBe('')
})

/** Odds of a series of T1 and Gen.G tomorrow. */
async function importOdds(dataFolder: string): Promise<void> {
  const file = join(dataFolder, 'odds.jsonl')
  const [at, start] = [Date.now() - 3_600_000, Date.now() + 86_400_000].map(toUtc)
  writeFileSync(file, `${JSON.stringify(captured({ teams: [2, 3], at: at!, start: start! }))}\n`)
  expect((await runCli('odds', 'import', file, '--data', dataFolder)).code).toBe(0)
}
