import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it, onTestFinished, vi } from 'vitest'
import { runsAll } from '../support/amount.ts'
import { serveHere } from '../support/serve-process.ts'
import {
  exampleServer,
  print,
  printsAs,
  readExamples,
  type Shown,
  settingsOfDeploy,
  toModule,
} from './readme-examples.ts'
import { folders, root } from './workspace.ts'

// Blocks are written out and imported, so that they resolve modules as every test does: to sources, without a build.
const folder = new URL('.examples/', import.meta.url)
mkdirSync(folder, { recursive: true })

const hasArtifacts = existsSync(new URL('artifacts/manifest.json', root))

const examples = readExamples()
const firstOfServer = examples.find(({ needsServer }) => needsServer)
const firstOfArtifacts = examples.find(({ needsArtifacts }) => needsArtifacts)

for (const example of examples) {
  const { readme, line, needsArtifacts, needsBuild, needsServer, startsServer } = example
  const lacksArtifacts = !hasArtifacts && (needsArtifacts || needsServer || startsServer)
  const isFirst = example === firstOfServer || example === firstOfArtifacts
  const isLeftToAll = !runsAll && !isFirst && (needsServer || needsArtifacts || startsServer)
  it.skipIf(needsBuild || lacksArtifacts || isLeftToAll)(
    `the example of ${readme}, line ${line}, gives the values that it states`,
    async () => {
      onTestFinished(() => void vi.unstubAllEnvs())
      if (startsServer) stubSettings()
      const file = new URL(`${readme.replaceAll(/\W/g, '-')}-${line}.ts`, folder)
      const address = needsServer ? await startExampleServer() : exampleServer
      writeFileSync(file, toModule({ ...example, code: example.code.replaceAll(exampleServer, address) }))
      const { shown } = (await vi.importActual(fileURLToPath(file))) as { shown: readonly Shown[] }
      // The output of an example is meant for its reader.
      vi.mocked(console.log).mockClear()
      for (const [at, actual, text] of shown) {
        expect(printsAs(actual, text), `line ${at}: expected ${text}, got ${print(actual)}`).toBe(true)
      }
    },
  )
}

/** Starts a new server for each example, so that the credits it shows are exact. */
async function startExampleServer(): Promise<string> {
  const { baseUrl, key, stop } = await serveHere()
  onTestFinished(stop)
  vi.stubEnv('API_KEY', key)
  return baseUrl
}

/** Sets the environment of docs/deploy.md, with free ports and existing folders, so that it works beside other servers. */
function stubSettings(): void {
  for (const name of Object.keys(process.env)) if (name.startsWith('RIFTLINE_')) vi.stubEnv(name, undefined)
  const dataFolder = mkdtempSync(join(tmpdir(), 'riftline-example-'))
  onTestFinished(() => rmSync(dataFolder, { recursive: true }))
  const { RIFTLINE_ARTIFACTS_DIR: _, ...deployed } = settingsOfDeploy()
  const settings = { ...deployed, RIFTLINE_PORT: '0', RIFTLINE_OPS_PORT: 'any', RIFTLINE_DATA_DIR: dataFolder }
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value)
}

it('every package has an example', () => {
  const withCode = new Set(examples.map(({ readme }) => readme))
  for (const folder of folders) expect(withCode).toContain(`packages/${folder}/README.md`)
})
