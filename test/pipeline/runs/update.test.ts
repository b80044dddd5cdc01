import { mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { evaluateHistory, updateArtifacts } from '@riftline/pipeline'
import { createPredictor } from '@riftline/predictor'
import { loadArtifacts } from '@riftline/predictor/node'
import { beforeAll, describe, expect, it } from 'vitest'
import { runsAll } from '../../support/amount.ts'
import { afterData, dayAfterData } from '../../support/committed-artifacts.ts'
import { type InventedSeries, writeContinuation } from '../../support/continuation.ts'

const first: readonly InventedSeries[] = [
  { id: 90001, start: dayAfterData(10, '08:00:00'), teams: [3, 9], league: 'LCK', bestOf: 3, winners: [0, 0] },
  { id: 90002, start: dayAfterData(11, '09:00:00'), teams: [21, 99_999], league: 'NEW', bestOf: 3, winners: [1, 1] },
]
const second: readonly InventedSeries[] = [
  { id: 90003, start: dayAfterData(14, '08:00:00'), teams: [9, 3], league: 'LCK', bestOf: 5, winners: [0, 0, 0] },
]

let outDirectory: string
beforeAll(async () => {
  outDirectory = join(await mkdtemp(join(tmpdir(), 'riftline-update-')), 'artifacts')
  await updateArtifacts({
    historyDirectory: await writeContinuation(first),
    artifactsDirectory: 'artifacts',
    outDirectory,
  })
})

describe.runIf(runsAll)('updateArtifacts', () => {
  it('an update moves the data date and keeps the models byte for byte', async () => {
    const before = await loadArtifacts('artifacts')
    const after = await loadArtifacts(outDirectory)
    expect(after.manifest.asOf).toBe(dayAfterData(11, '10:00:00'))
    for (const [path, { sha256 }] of Object.entries(before.manifest.files)) {
      if (path.startsWith('models/')) expect(after.manifest.files[path]?.sha256).toBe(sha256)
    }
    expect(await readFile(join(outDirectory, 'REPORT.md'), 'utf8')).toBe(await readFile('artifacts/REPORT.md', 'utf8'))
  })

  it('an update adds an unnamed team and can forecast it', async () => {
    const { catalogue } = await loadArtifacts(outDirectory)
    expect(catalogue.teams.find(({ id }) => id === 99_999)?.name).toBe('Team 99999')
    const predictor = createPredictor(await loadArtifacts(outDirectory))
    expect(predictor.predict({ blueTeamId: 99_999, redTeamId: 3 }).blueWinProbability).toBeGreaterThan(0)
  })

  it('an update raises the chance of the teams that won new series', async () => {
    const chance = async (directory: string): Promise<number> =>
      createPredictor(await loadArtifacts(directory)).predict({ blueTeamId: 3, redTeamId: 9, model: 'consensus' })
        .blueWinProbability
    expect(await chance(outDirectory)).toBeGreaterThan(await chance('artifacts'))
  })

  it.runIf(runsAll)('two updates give the same forecasts as one run over both histories', async () => {
    const once = await evaluateHistory({
      historyDirectory: await writeContinuation([...first, ...second]),
      artifactsDirectory: 'artifacts',
      from: afterData(12).slice(0, 10),
    })
    const twice = await evaluateHistory({
      historyDirectory: await writeContinuation(second),
      artifactsDirectory: outDirectory,
    })
    const raw = (graded: typeof once.graded): unknown =>
      graded.map(({ match, baselines }) => [match.fasttree?.raw, match.lightgbm?.raw, match.pcasweep?.raw, baselines])
    expect(raw(twice.graded)).toEqual(raw(once.graded))
  })

  it("an update applies the user's aliases: a merged team answers as the other, a retired player has no team", async () => {
    const dataDirectory = await mkdtemp(join(tmpdir(), 'riftline-data-'))
    const aliases = join(dataDirectory, 'aliases.json')
    const content = {
      format: 'riftline-aliases',
      formatVersion: 1,
      merge: { teams: [{ from: 21, into: 9 }] },
      retired: [3],
    }
    await writeFile(aliases, JSON.stringify(content))
    const options = {
      historyDirectory: await writeContinuation(first),
      artifactsDirectory: 'artifacts',
      outDirectory: join(dataDirectory, 'artifacts'),
      dataDirectory,
    }
    const { findings } = await updateArtifacts(options)
    expect(findings).toContainEqual(expect.objectContaining({ kind: 'team', what: 'joined', id: 9, others: [21] }))
    const artifacts = await loadArtifacts(options.outDirectory)
    expect(artifacts.catalogue.teams.find(({ id }) => id === 9)).toMatchObject({ formerIds: [21] })
    expect(artifacts.catalogue.players.find(({ id }) => id === 3)).toMatchObject({ name: 'Faker', teamId: null })
    const chance = (blueTeamId: number): unknown =>
      createPredictor(artifacts).predict({ blueTeamId, redTeamId: 3 }).blueWinProbability
    expect(chance(21)).toBe(chance(9))
    await writeFile(aliases, '{}')
    await expect(updateArtifacts(options)).rejects.toThrow(aliases)
  })

  it('an update stores the date up to which its history is complete, and data age counts from it', async () => {
    const outDirectory = join(await mkdtemp(join(tmpdir(), 'riftline-complete-')), 'artifacts')
    const history = { historyDirectory: await writeContinuation(first), artifactsDirectory: 'artifacts', outDirectory }
    await updateArtifacts({ ...history, completeUtc: dayAfterData(20, '00:00:00') })
    const artifacts = await loadArtifacts(outDirectory)
    const at = (utc: string) =>
      createPredictor(artifacts).predict({ blueTeamId: 3, redTeamId: 9 }, { at: Date.parse(`${utc}Z`) })
    expect(at(dayAfterData(20, '00:00:00'))).toEqual(at(dayAfterData(11, '10:00:00')))
    expect(at(dayAfterData(20, '00:00:00')).dataThroughUtc).toBe(dayAfterData(11, '10:00:00'))
    expect(at(dayAfterData(51, '00:00:00'))).not.toEqual(at(dayAfterData(20, '00:00:00')))
    for (const completeUtc of [dayAfterData(11, '09:59:59'), 'today']) {
      await expect(updateArtifacts({ ...history, completeUtc })).rejects.toMatchObject({ code: 'invalid_argument' })
    }
  })

  it('an update refuses a history without newer games', async () => {
    const historyDirectory = await writeContinuation(first)
    await expect(updateArtifacts({ historyDirectory, artifactsDirectory: outDirectory })).rejects.toMatchObject({
      code: 'history_empty',
    })
  })
})
