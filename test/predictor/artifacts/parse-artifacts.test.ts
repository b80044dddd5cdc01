import { createPredictor, parseArtifacts, parsePredictorArtifacts, predictorFiles } from '@riftline/predictor'
import { describe, expect, it } from 'vitest'
import { type Files, tinyArtifacts, tinyCatalogue, withManifest } from '../../support/tiny-artifacts.ts'
import { refused } from './refused.ts'

const files = tinyArtifacts()
const request = { blueTeamId: 1, redTeamId: 2, model: 'consensus' } as const

function bytesOf(texts: Files): Record<string, Uint8Array> {
  return Object.fromEntries(Object.entries(texts).map(([path, text]) => [path, new TextEncoder().encode(text)]))
}

describe('a folder in memory', () => {
  it('parseArtifacts reads texts and bytes alike', () => {
    const fromTexts = parseArtifacts(Object.freeze(files))
    const fromBytes = parseArtifacts(bytesOf(files))
    expect(fromBytes.state).toEqual(fromTexts.state)
    expect(createPredictor(fromBytes).predict(request)).toEqual(createPredictor(fromTexts).predict(request))
  })

  it('parseArtifacts returns catalogue, blend, state, models and details unchanged', () => {
    const artifacts = parseArtifacts(files)
    expect(artifacts.catalogue).toEqual(tinyCatalogue)
    expect(artifacts.blend).toMatchObject({ consensus: 'weighted', anchor: { model: { w: 0.25 } } })
    expect(artifacts.state.ratings.teams.size).toBe(5)
    expect(artifacts.models.lightgbm.featureNames).toEqual(artifacts.manifest.schemas.match)
    expect(artifacts.details).toBe(files['details.json'])
    expect(artifacts.manifest.asOf).toBe('2030-12-22T02:00:00')
  })

  it('parseArtifacts accepts additional files and keys in the manifest', () => {
    const more = withManifest({ ...files, 'recent.json': '{}' }, { trainer: { name: 'hand' } })
    expect(parseArtifacts(more).manifest).toMatchObject({ trainer: { name: 'hand' } })
  })
})

describe('parsePredictorArtifacts', () => {
  const own = Object.fromEntries(['manifest.json', ...predictorFiles].map((path) => [path, files[path]!]))

  it('parsePredictorArtifacts returns the same as parseArtifacts, without details and record', () => {
    const { details: _, record: __, ...expected } = parseArtifacts(files)
    const artifacts = parsePredictorArtifacts(own)
    expect(artifacts).toEqual({ ...expected, models: artifacts.models })
    expect(createPredictor(artifacts).predict(request)).toEqual(createPredictor(expected).predict(request))
  })

  it.each(Object.keys(own))('parsePredictorArtifacts refuses a folder without %s', async (path) => {
    const { [path]: _, ...others } = own
    expect(await refused(() => parsePredictorArtifacts(others))).toMatchObject({ code: 'artifact_missing', path })
  })

  it('parsePredictorArtifacts refuses a file whose size differs from the manifest', async () => {
    const fault = await refused(() => parsePredictorArtifacts({ ...own, 'state.json': `${own['state.json']} ` }))
    expect(fault).toMatchObject({ code: 'artifact_mismatch', path: 'state.json' })
  })
})

describe('a folder is refused by file', () => {
  const without = (path: string): Files => Object.fromEntries(Object.entries(files).filter(([name]) => name !== path))

  it.each(Object.keys(files))('a folder without %s is refused', async (path) => {
    const fault = await refused(() => parseArtifacts(without(path)))
    expect(fault).toMatchObject({ code: 'artifact_missing', path })
    if (path === 'manifest.json') return
    // Removing the file from the manifest too gives the same error.
    expect(await refused(() => parseArtifacts(withManifest(without(path))))).toMatchObject({
      code: 'artifact_missing',
      path,
    })
  })

  it('a file whose size differs from the manifest is refused', async () => {
    const longer = { ...files, 'details.json': `${files['details.json']} ` }
    const fault = await refused(() => parseArtifacts(longer))
    expect(fault).toMatchObject({ code: 'artifact_mismatch', path: 'details.json' })
    expect(fault.message).toContain('expected 42 bytes as the manifest says, got 43')
  })

  it('models trained on features that no longer exist are refused', async () => {
    const { match } = (JSON.parse(files['manifest.json']!) as { schemas: { match: string[] } }).schemas
    const fault = await refused(() => parseArtifacts(withManifest(files, { schemas: { match: [...match, 'moon'] } })))
    expect(fault).toMatchObject({ code: 'artifact_mismatch', path: 'manifest.json' })
    expect(fault.message).toContain('schemas.match: expected features among calibrated_logit')
    expect(fault.message).toContain('got moon')
  })

  it('models trained on fewer features, or with the features of drafts, are accepted', () => {
    const schemas = { match: ['calibrated_logit', 'best_of'], draft: ['draft_logit'] }
    expect(parseArtifacts(withManifest(files, { schemas })).models.pcasweep.numberOfFeatures).toBe(4)
  })

  it.each([
    ['manifest.json', 'artifact_invalid'],
    ['state.json', 'artifact_invalid'],
    ['blend.json', 'artifact_invalid'],
    ['catalogue.json', 'artifact_invalid'],
    ['models/fasttree-match.json', 'artifact_invalid'],
    ['models/lightgbm-match.json', 'artifact_invalid'],
    ['models/pcasweep-match.json', 'artifact_invalid'],
  ])('a folder whose %s is not JSON is refused', async (path, code) => {
    const broken = { ...withManifest({ ...files, [path]: '{"format":' }) }
    if (path === 'manifest.json') broken[path] = '{"formatVersion":'
    expect(await refused(() => parseArtifacts(broken))).toMatchObject({ code, path })
  })

  it('a model with a fault is refused, and the error names the place in the model', async () => {
    const path = 'models/lightgbm-match.json'
    const model = { ...JSON.parse(files[path]!), max_feature_idx: 'seven' }
    const fault = await refused(() => parseArtifacts(withManifest({ ...files, [path]: JSON.stringify(model) })))
    expect(fault).toMatchObject({ code: 'artifact_invalid', path })
    expect(fault.message).toContain('$.max_feature_idx')
  })

  it('a model of an unsupported kind is refused', async () => {
    const path = 'models/pcasweep-match.json'
    const model = { ...JSON.parse(files[path]!), formatVersion: 9 }
    const fault = await refused(() => parseArtifacts(withManifest({ ...files, [path]: JSON.stringify(model) })))
    expect(fault).toMatchObject({ code: 'artifact_unsupported', path })
  })
})

describe('a manifest is refused', () => {
  const utc = '2030-01-01T00:00:00'
  const file = { sha256: 'a'.repeat(64), bytes: 0, format: 'json' }
  it.each<[string, object, string]>([
    ['of a newer version', { formatVersion: 2 }, '$.formatVersion'],
    ['with a date of another form', { asOf: '2030-12-22' }, '$.asOf'],
    ['without files', { files: null }, '$.files'],
    ['with a hash that is none', { files: { x: { ...file, sha256: 'abc' } } }, '$.files.x.sha256'],
    ['with a hash in capitals', { files: { x: { ...file, sha256: 'A'.repeat(64) } } }, '$.files.x.sha256'],
    ['with a negative size', { files: { x: { ...file, bytes: -1 } } }, '$.files.x.bytes'],
    ['of a model of another kind', { files: { x: { ...file, model: 'elo' } } }, '$.files.x.model'],
    ['with a window that has no end', { files: { x: { ...file, window: { from: utc } } } }, '$.files.x.window.until'],
    ['with a text for a score', { files: { x: { ...file, metrics: { t: { n: 'x' } } } } }, '$.files.x.metrics.t.n'],
    ['with windows that are no list', { windows: {} }, '$.windows'],
    ['without the features of a match', { schemas: {} }, '$.schemas.match'],
  ])('a manifest %s is refused', async (_, change, path) => {
    const fault = await refused(() => parseArtifacts(withManifest(files, { ...change })))
    expect(fault).toMatchObject({ code: 'artifact_invalid', path: `manifest.json ${path}` })
  })
})
