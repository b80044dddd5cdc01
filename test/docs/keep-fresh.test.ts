import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
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
  'the commands of docs/keep-fresh.md say what is new, and then learn it',
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

it('the timer of docs/keep-fresh.md starts the service that stands beside it', () => {
  const text = readFileSync('docs/keep-fresh.md', 'utf8')
  const [service, timer] = [...text.matchAll(/^```ini\n([^`]+)^```/gm)].map(([, unit]) => unit)
  expect(service).toMatch(/^ExecStart=\S+\/riftline sync --json$/m)
  expect(service).toMatch(/^SuccessExitStatus=3$/m)
  expect(timer).toMatch(/^OnCalendar=00\/6:20$/m)
})
