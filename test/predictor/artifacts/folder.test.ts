import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { createPredictor, type ModelName } from '@riftline/predictor'
import { describe, expect, it } from 'vitest'
import { committedArtifacts } from '../../support/committed-artifacts.ts'

const folder = 'artifacts'
const roles = ['TOP', 'JUNGLE', 'MID', 'BOT', 'SUPPORT'] as const
const five = (champions: readonly string[]) => champions.map((champion, i) => ({ role: roles[i]!, champion }))
const drafts = [
  five(['Ornn', 'Sejuani', 'Ahri', "Kai'Sa", 'Nautilus']),
  five(['Gnar', 'Vi', 'Orianna', 'Jinx', 'Thresh']),
] as const

describe('the committed artifacts', () => {
  it('the committed manifest names every file except prose and pictures, and the folder has less than 25 MB', async () => {
    const { manifest } = await committedArtifacts()
    const found: string[] = []
    let bytes = 0
    for (const entry of await readdir(folder, { recursive: true })) {
      const info = await stat(join(folder, entry))
      if (!info.isFile()) continue
      bytes += info.size
      if (!/(\.md|\.svg)$/.test(entry) && entry !== 'manifest.json') found.push(entry)
    }
    expect(found.sort()).toEqual(Object.keys(manifest.files).sort())
    expect(bytes).toBeLessThan(25e6)
  })

  it('the committed manifest states trainer, version, window and scores of each model', async () => {
    const { manifest } = await committedArtifacts()
    const models = Object.entries(manifest.files).filter(([path]) => path.startsWith('models/'))
    expect(models).toHaveLength(3)
    for (const [, about] of models) {
      expect(about).toMatchObject({
        trainer: expect.any(String),
        version: expect.any(String),
        window: { from: expect.any(String), until: expect.any(String) },
      })
      const metrics = Object.values(about.metrics ?? {})
      expect(metrics.length).toBeGreaterThanOrEqual(2)
      for (const { logLoss } of metrics) expect(logLoss).toBeLessThan(0.6)
    }
  })

  it('the committed blend has a curve for every graded format and league, for every model', async () => {
    const { blend } = await committedArtifacts()
    for (const { model, curves, cells } of Object.values(blend.calibration)) {
      expect(model.level).toBe('model')
      expect(Object.keys(curves).sort()).toEqual(Object.keys(cells).sort())
      expect(Object.keys(curves).length).toBeGreaterThan(100)
    }
  })

  it('the committed artifacts contain no row of the match history', async () => {
    const { manifest } = await committedArtifacts()
    for (const path of Object.keys(manifest.files)) {
      expect(await readFile(join(folder, path), 'utf8')).not.toMatch(/ESPORTSTMNT|LOLTMNT|blue_win|game_id/)
    }
  })

  it('the committed artifacts include the attribution of their data', async () => {
    expect(await readFile(join(folder, 'README.md'), 'utf8')).toContain('Tim Sevenhuysen of\nOraclesElixir.com')
  })

  it('swapping the teams gives complementary chances in every committed model, with and without a draft', async () => {
    const artifacts = await committedArtifacts()
    const predictor = createPredictor(artifacts)
    const teams = artifacts.catalogue.teams.filter(({ lastGameUtc }) => (lastGameUtc ?? '') > '2026').slice(0, 12)
    for (const [i, blue] of teams.entries())
      for (const red of teams.slice(i + 1))
        for (const model of ['fasttree', 'lightgbm', 'pcasweep', 'consensus'] satisfies ModelName[])
          for (const drafted of [false, true]) {
            const [bluePicks, redPicks] = drafts
            const own = predictor.predict({
              ...{ blueTeamId: blue.id, redTeamId: red.id, model, bestOf: 5 },
              ...(drafted ? { bluePicks, redPicks } : {}),
            })
            const swapped = predictor.predict({
              ...{ blueTeamId: red.id, redTeamId: blue.id, model, bestOf: 5 },
              ...(drafted ? { bluePicks: redPicks, redPicks: bluePicks } : {}),
            })
            expect(own.blueWinProbability + swapped.blueWinProbability).toBeCloseTo(1, 12)
            expect(own.calibratedBlueWinProbability + swapped.calibratedBlueWinProbability).toBeCloseTo(1, 12)
            expect(own.blueWinProbability + own.redWinProbability).toBe(1)
          }
  })
})
