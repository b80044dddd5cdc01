import { cp, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadArtifacts } from '@riftline/predictor/node'
import { describe, expect, it, onTestFinished } from 'vitest'
import { amount, runsAll } from '../support/amount.ts'
import { committedArtifacts } from '../support/committed-artifacts.ts'
import { startRiftline } from '../support/riftline-process.ts'
import { startFakeLeaguepedia } from '../support/sources/fake-leaguepedia.ts'
import { leaguepediaTables } from '../support/sources/leaguepedia-tables.ts'
import { week, weekOf } from '../support/stated-week.ts'

const kills = Number(process.env.KILLS ?? amount(0, 2))

describe.runIf(runsAll)('a sync that is killed', () => {
  it(`${kills} kills of a sync leave the old or the new folder, and the next sync gives the same result as without kills`, async () => {
    const root = await mkdtemp(join(tmpdir(), 'riftline-sync-kill-'))
    onTestFinished(() => rm(root, { recursive: true, force: true }))
    const { catalogue } = await committedArtifacts()
    const wiki = await startFakeLeaguepedia(leaguepediaTables(weekOf('leaguepedia', catalogue, week.slice(0, 1))))
    onTestFinished(() => wiki.close())
    const place = async (name: string) => {
      const [artifacts, data] = [join(root, name, 'artifacts'), join(root, name, 'data')]
      await cp('artifacts', artifacts, { recursive: true })
      const env = { RIFTLINE_LEAGUEPEDIA_URL: wiki.url, RIFTLINE_SOURCE_PAUSE_MS: '0', RIFTLINE_SOURCE_BACKOFF_MS: '0' }
      const args = ['sync', '--artifacts', artifacts, '--data', data]
      return { artifacts, start: () => startRiftline({ args, env }) }
    }
    const manifest = (artifacts: string): Promise<string> => readFile(join(artifacts, 'manifest.json'), 'utf8')
    const undisturbed = await place('undisturbed')
    const begun = performance.now()
    expect(await undisturbed.start().code).toBe(0)
    const wholeMs = performance.now() - begun
    const [before, after] = [await manifest('artifacts'), await manifest(undisturbed.artifacts)]

    for (let kill = 0; kill < kills; kill++) {
      const { artifacts, start } = await place(`killed ${kill}`)
      const child = start()
      // Each kill comes later than the previous one, so that every step is hit.
      const stop = setTimeout(() => child.signal('SIGKILL'), (wholeMs * (kill + 0.5)) / kills)
      await child.code
      clearTimeout(stop)
      await loadArtifacts(artifacts)
      expect([before, after]).toContain(await manifest(artifacts))
      expect(await start().code).toBe(0)
      expect(await manifest(artifacts)).toBe(after)
      await rm(join(root, `killed ${kill}`), { recursive: true })
    }
  }, 600_000)
})
