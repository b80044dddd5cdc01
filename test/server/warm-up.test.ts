import type { Catalogue, Matchup, ModelName } from '@riftline/predictor'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { defaultConfig } from '#server/config.ts'
import { warmUpSteps } from '#server/serving/serving.ts'
import { runsAll } from '../support/amount.ts'
import { committedArtifacts, committedPredictor } from '../support/committed-artifacts.ts'
import { importedAnew } from '../support/import-anew.ts'
import { catalogue } from '../support/server-catalogue.ts'
import { createFakePredictor, fakeForecast } from '../support/server-predictor.ts'
import { artifactsFolder } from '../support/tiny-artifacts-folder.ts'

type Loading = typeof import('#server/serving/serving.ts')

/** `loadServing` with a predictor that counts its forecasts. */
async function watchedLoading() {
  const forecast = vi.fn(() => ({}))
  vi.stubGlobal('watchedForecast', forecast)
  onTestFinished(() => void vi.unstubAllGlobals())
  const anew = await importedAnew<Loading>('packages/server/src/serving/serving.ts', {
    'predict/predictor.ts': 'export const createPredictor = () => ({ forecast: globalThis.watchedForecast })',
  })
  const { loadServing } = await anew()
  return { loadServing, forecast }
}

/** Matchups forecast during the warm-up of a catalogue's predictor. */
function warmUp(served: Catalogue): readonly Matchup[] {
  const asked: Matchup[] = []
  const predictor = createFakePredictor(served, (matchup) => {
    asked.push(matchup)
    return fakeForecast(matchup)
  })
  for (const _ of warmUpSteps(predictor, served));
  return asked
}

const countOf = (asked: readonly Matchup[], model: ModelName, withDraft: boolean) =>
  asked.filter((matchup) => matchup.model === model && (matchup.draft !== null) === withDraft).length

describe('the warm-up of artifacts', () => {
  it('the warm-up makes 50 forecasts of each model, every other one with picks', () => {
    const asked = warmUp(catalogue)
    for (const model of ['fasttree', 'lightgbm', 'pcasweep', 'consensus'] as const) {
      expect([model, countOf(asked, model, false), countOf(asked, model, true)]).toEqual([model, 25, 25])
    }
  })

  it.runIf(runsAll)('a start and a reload with new artifacts warm them up', async () => {
    const folder = await artifactsFolder()
    const { loadServing, forecast } = await watchedLoading()
    const first = (await loadServing(folder, defaultConfig))!
    expect(forecast).toHaveBeenCalledTimes(200)
    await loadServing(folder, defaultConfig, first.version)
    expect(forecast, 'nothing new').toHaveBeenCalledTimes(200)
    await loadServing(folder, defaultConfig, { ...first.version, digest: 'another' })
    expect(forecast).toHaveBeenCalledTimes(400)
  })

  it('a catalogue with too few teams or champions makes the warm-up shorter', () => {
    expect(warmUp({ ...catalogue, teams: catalogue.teams.slice(0, 1) })).toEqual([])
    const withoutDrafts = warmUp({ ...catalogue, champions: catalogue.champions.slice(0, 9) })
    expect(withoutDrafts.length).toBe(200)
  })

  it('the warm-up of the shipped artifacts takes 50 different pairs of teams', async () => {
    const artifacts = await committedArtifacts()
    const { forecast, ...predictor } = await committedPredictor()
    const pairs = new Set<string>()
    const watched = {
      ...predictor,
      forecast: (matchup: Matchup) => {
        pairs.add(`${matchup.blue.id} ${matchup.red.id}`)
        return forecast(matchup)
      },
    }
    for (const _ of warmUpSteps(watched, artifacts.catalogue));
    expect(pairs.size).toBe(50)
  })
})
