import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { runsAll } from '../support/amount.ts'
import { afterData } from '../support/committed-artifacts.ts'
import { startRiftline } from '../support/riftline-process.ts'
import { runShell, shellBlocks } from '../support/shell.ts'

const committed = new URL('../../artifacts/', import.meta.url)

it.runIf(runsAll)(
  'the commands of docs/retrain.md check new artifacts and load them into a running server',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'riftline-retrain-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const [artifacts, fresh, data] = ['artifacts', 'fresh', 'data'].map((name) => join(folder, name)) as [
      string,
      string,
      string,
    ]
    for (const copy of [artifacts, fresh]) cpSync(committed, copy, { recursive: true })
    // This copy stands for a folder made by a build.
    const manifest = JSON.parse(readFileSync(join(fresh, 'manifest.json'), 'utf8'))
    writeFileSync(join(fresh, 'manifest.json'), JSON.stringify({ ...manifest, asOf: afterData(30) }))

    const env = { RIFTLINE_DATA_DIR: data, RIFTLINE_OPS_PORT: 'any' }
    const server = startRiftline({ args: ['serve', '--port', '0', '--artifacts', artifacts], env })
    await server.printed('stdout', /listens on/)

    const asked = await runShell(shellBlocks('retrain.md', 'Check the new models'), { folder })
    expect(asked.code, asked.output).toBe(0)
    expect(asked.output).toContain('consensus')

    const taken = await runShell(shellBlocks('retrain.md', 'Put them into service'), { folder, env })
    expect(taken.code, taken.output).toBe(0)
    expect(taken.output).toContain(afterData(30).slice(0, 10))
    server.signal('SIGTERM')
    expect(await server.code).toBe(0)
  },
  300_000,
)
