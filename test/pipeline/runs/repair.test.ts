import { createHash } from 'node:crypto'
import { cp, mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseDetails } from '@riftline/predictor'
import { loadArtifacts } from '@riftline/predictor/node'
import { describe, expect, it } from 'vitest'
import { syncArtifacts } from '#pipeline/runs/sync-artifacts.ts'
import { updateArtifacts } from '#pipeline/runs/update-artifacts.ts'
import { runsAll } from '../../support/amount.ts'
import { afterData, dayAfterData } from '../../support/committed-artifacts.ts'
import { writeContinuation } from '../../support/continuation.ts'

const file = '2026_LoL_esports_match_data_from_OraclesElixir.csv'

/** Folder with one match that contradicts itself, played after the data date. */
async function contradiction(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'riftline-history-'))
  const text = await readFile(join('test/fixtures/reports/29-more-than-the-team', file), 'utf8')
  await writeFile(join(folder, file), text.replaceAll('2026-03-18', afterData(15).slice(0, 10)))
  return folder
}

/** The committed artifacts as an earlier build left them after a contradictory match: with a share above 1. */
async function brokenFolder(): Promise<string> {
  const folder = join(await mkdtemp(join(tmpdir(), 'riftline-broken-')), 'artifacts')
  await cp('artifacts', folder, { recursive: true })
  const details = JSON.parse(await readFile(join(folder, 'details.json'), 'utf8'))
  const [row] = Object.values<{ stats?: Record<string, number | null>; samples: object }>(details.players).filter(
    ({ stats }) => typeof stats?.killParticipation === 'number',
  )
  row!.stats!.killParticipation = 1.57
  const text = `${JSON.stringify(details)}\n`
  await writeFile(join(folder, 'details.json'), text)
  const manifest = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8'))
  const sha256 = createHash('sha256').update(text).digest('hex')
  Object.assign(manifest.files['details.json'], { bytes: Buffer.byteLength(text), sha256 })
  await writeFile(join(folder, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  return folder
}

async function details(folder: string): Promise<ReturnType<typeof parseDetails>> {
  return parseDetails((await loadArtifacts(folder)).details)
}

describe.runIf(runsAll)('a folder that was published with a contradiction', () => {
  it('the next sync repairs the folder, even without a new match', async () => {
    const artifactsDirectory = await brokenFolder()
    await expect(details(artifactsDirectory)).rejects.toMatchObject({ code: 'artifact_invalid' })
    const dataDirectory = await mkdtemp(join(tmpdir(), 'riftline-data-'))
    const synced = await syncArtifacts({ artifactsDirectory, dataDirectory, readings: [], isWhole: true })
    expect(synced.status).toBe('updated')
    expect((await details(artifactsDirectory)).players).toBeDefined()
  })

  it('the next update repairs the folder, and treats its own contradictions as unknown', async () => {
    const artifactsDirectory = await brokenFolder()
    const reading = { nowMs: Date.parse(`${afterData(30)}Z`) }
    const { asOf } = await updateArtifacts({ historyDirectory: await contradiction(), artifactsDirectory, reading })
    expect(asOf).toBe(dayAfterData(15, '18:00:00'))
    const { catalogue } = await loadArtifacts(artifactsDirectory)
    const { id } = catalogue.players.find(({ name }) => name === 'Lynx2')!
    expect((await details(artifactsDirectory)).players[id]!.stats.killParticipation).toBeNull()
  })

  it('an update without new matches repairs the folder', async () => {
    const artifactsDirectory = await brokenFolder()
    const { previousAsOf, asOf } = await updateArtifacts({
      historyDirectory: await writeContinuation([]),
      artifactsDirectory,
    })
    expect(asOf).toBe(previousAsOf)
    expect((await details(artifactsDirectory)).players).toBeDefined()
  })
})
