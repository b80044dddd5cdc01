import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { runsAll } from '../support/amount.ts'
import { afterData, committedArtifacts } from '../support/committed-artifacts.ts'
import { runShell, shellBlocks } from '../support/shell.ts'
import { startFakeLeaguepedia } from '../support/sources/fake-leaguepedia.ts'
import { leaguepediaTables } from '../support/sources/leaguepedia-tables.ts'
import { weekOf } from '../support/stated-week.ts'

it.runIf(runsAll)(
  'the commands of docs/keep-fresh.md print the changes of a sync and then apply them',
  { timeout: 300_000 },
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'riftline-fresh-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    cpSync('artifacts', join(folder, 'artifacts'), { recursive: true })
    const wiki = await startFakeLeaguepedia(
      leaguepediaTables(weekOf('leaguepedia', (await committedArtifacts()).catalogue)),
    )
    onTestFinished(() => wiki.close())
    const env = { RIFTLINE_LEAGUEPEDIA_URL: wiki.url, RIFTLINE_SOURCE_PAUSE_MS: '0' }
    const { code, output } = await runShell(shellBlocks('keep-fresh.md', 'Sync by hand'), { folder, env })
    expect(code, output).toBe(0)
    expect(output.match(/5 new series/g)).toHaveLength(2)
    expect(output).toContain('updated, nothing written')
    expect(JSON.parse(readFileSync(join(folder, 'artifacts/manifest.json'), 'utf8')).asOf).toBe(afterData(9, 5))
  },
)

/** File names of the units in each document, in their order there. */
const units = [
  ['deploy.md', ['riftline.service']],
  ['keep-fresh.md', ['riftline-sync.service', 'riftline-sync.timer', 'riftline-odds.service']],
] as const
const hasSystemd = runsAll && spawnSync('systemd-analyze', ['--version']).status === 0

it.skipIf(!hasSystemd)('systemd finds no fault with the units of the documents', () => {
  const folder = mkdtempSync(join(tmpdir(), 'riftline-units-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  for (const [document, names] of units) {
    const blocks = [
      ...readFileSync(join('docs', document), 'utf8').matchAll(/^```ini\n(\[(?:Unit|Timer)\][^`]+)^```/gm),
    ]
    expect([document, blocks.length]).toEqual([document, names.length])
    for (const [index, name] of names.entries()) {
      // This machine has neither the program nor its user.
      const unit = (blocks[index]?.[1] ?? '')
        .replace(/^ExecStart=\S+/m, `ExecStart=${process.execPath}`)
        .replace('User=riftline', 'User=daemon')
      writeFileSync(join(folder, name), unit)
    }
  }
  for (const name of units.flatMap(([, all]) => all)) {
    const { status, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', join(folder, name)])
    expect([name, status, String(stderr)]).toEqual([name, 0, ''])
  }
})

it('the timer of docs/keep-fresh.md runs every six hours and starts the sync service beside it', () => {
  const text = readFileSync('docs/keep-fresh.md', 'utf8')
  const [service, timer] = [...text.matchAll(/^```ini\n([^`]+)^```/gm)].map(([, unit]) => unit)
  expect(service).toMatch(/^ExecStart=\S+\/riftline sync --json$/m)
  expect(service).toMatch(/^SuccessExitStatus=3$/m)
  expect(timer).toMatch(/^OnCalendar=00\/6:20$/m)
})
