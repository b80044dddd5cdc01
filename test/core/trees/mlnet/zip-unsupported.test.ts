import { describe, expect, it } from 'vitest'
import { calibrated, ensemble, ensembleKey, plain, step } from './small-models.ts'
import { bytes, chainKey, ensembleBlock, int32s, modelKey, plattKey, stepKey } from './write-model.ts'
import type { ZipEnd, ZipFile } from './write-zip.ts'
import { changed, refusal, unsupported } from './zip-refusal.ts'

const model = `${step}/Model`
const predictor = `${model}/Predictor/Model.key`
const pipeline = [chainKey('TransformerChain', 7), stepKey(step)]

describe('parseMlnetZip refuses as not supported, with the name that ML.NET loads it by,', () => {
  it.each([
    ['predictors', [...pipeline, modelKey(model, { loader: 'Linear2CExec' })], `${model}/Model.key`, 'Linear2CExec'],
    [
      'predictors in a wrapper',
      [
        ...pipeline,
        modelKey(model, { loader: 'CaliPredExec' }),
        modelKey(`${model}/Predictor`, { loader: 'toString' }),
      ],
      predictor,
      'toString',
    ],
    [
      'calibrators',
      [...pipeline, ...calibrated(model).slice(0, 2), modelKey(`${model}/Calibrator`, { loader: 'SplineCaliExec' })],
      `${model}/Calibrator/Model.key`,
      'SplineCaliExec',
    ],
    [
      'pipelines without a predictor',
      [chainKey('TransformerChain', 7), modelKey(step, { loader: 'ClusteringPredXfer' })],
      'TransformerChain',
      'ClusteringPredXfer',
    ],
    ...['Normalizer', 'SplineCalibratTransf'].map((loader) => [
      'steps after the predictor',
      [chainKey('TransformerChain', 7, 7), ...plain.slice(1), modelKey('TransformerChain/Transform_001', { loader })],
      'TransformerChain/Transform_001/Model.key',
      loader,
    ]),
  ] as [string, ZipFile[], string, string][])(
    'parseMlnetZip refuses other %s and names their loader',
    async (_, files, path, loader) => {
      expect(await refusal(files)).toMatchObject(unsupported(path, loader))
    },
  )
})

describe('parseMlnetZip refuses as not supported', () => {
  const after = 'TransformerChain/Transform_001'
  const two = chainKey('TransformerChain', 7, 7)
  const platt = (column = 'Score') =>
    modelKey(after, { loader: 'PlattCalibratTransf', version: 2, block: int32s(0), strings: [column] })
  const ova = (sub: ZipFile[]) => [
    ...pipeline,
    modelKey(model, { loader: 'OVAExec', block: Buffer.concat([int32s(4), bytes(2), int32s(1)]) }),
    ...sub,
  ]

  it.each([
    [
      'a calibrator of another column',
      [two, ...plain.slice(1), platt('Probability')],
      `${after}/Model.key`,
      'Probability',
    ],
    [
      'a calibrator of several classes',
      [two, stepKey(step), modelKey(model, { loader: 'OVAExec' }), platt(), plattKey(`${after}/Calibrator`)],
      `${after}/Calibrator`,
      'multiclass',
    ],
    [
      'classes that are not binary',
      ova([
        modelKey(`${model}/SubPredictor_000`, {
          loader: 'FastForestRegressionExec',
          version: 6,
          block: Buffer.concat([ensembleBlock(ensemble, 2), bytes(1), int32s(1)]),
        }),
      ]),
      `${model}/SubPredictor_000/Model.key`,
      'FastForestRegression',
    ],
    [
      'a version that is too new',
      [...pipeline, modelKey(model, { loader: 'FastTreeBinaryExec', version: 6 })],
      `${model}/Model.key`,
      '0x10006',
    ],
    [
      'version 0',
      [...pipeline, modelKey(model, { loader: 'FastTreeBinaryExec', version: 0 })],
      `${model}/Model.key`,
      '0x10000',
    ],
    [
      'additive models whose bias ML.NET itself reads wrongly',
      [...pipeline, modelKey(model, { loader: 'RegressionGamPredictor', version: 1 })],
      `${model}/Model.key`,
      'bias',
    ],
    [
      'a newer header',
      [chainKey('TransformerChain', 7), modelKey(step, { loader: 'x', header: { version: 0x10003 } })],
      `${step}/Model.key`,
      '0x10003',
    ],
    [
      'weights other than 1',
      [...pipeline, ensembleKey(model, { ...ensemble, Bias: 0.5 })],
      `${model} $.ensemble.Bias`,
      'ignores weights',
    ],
  ] as [string, ZipFile[], string, string][])(
    'parseMlnetZip refuses %s as unsupported',
    async (_, files, path, reason) => {
      expect(await refusal(files)).toMatchObject(unsupported(path, reason))
    },
  )

  it.each<[string, Partial<ZipFile>, string]>([
    ['an encrypted file', { flags: 1 }, 'encrypted'],
    ['a file of another compression method', { method: 12 }, 'compression method 12'],
    ['a zip64 file', { compressedSize: 0xffffffff }, 'zip64'],
    ['a zip64 file', { headerAt: 0xffffffff }, 'zip64'],
    [
      'a file with a larger compression ratio than models have',
      { compressedSize: 2 ** 15, size: 65 * 2 ** 15, method: 8 },
      "a model's file",
    ],
    [
      'a file that exceeds the limit for all files together',
      { compressedSize: 2 ** 30, size: 2 ** 30 + 1 },
      '1073741824',
    ],
  ])('parseMlnetZip refuses an archive with %s as unsupported', async (_, change, reason) => {
    expect(await refusal(changed(predictor, change))).toMatchObject(unsupported(predictor, reason))
  })

  it.each<[string, ZipEnd]>([
    ['zip64', { files: 0xffff }],
    ['zip64', { directoryAt: 0xffffffff }],
    ['zip64', { beforeEnd: Buffer.concat([bytes(0x50, 0x4b, 6, 7), Buffer.alloc(16)]) }],
    ['several parts', { disk: 1 }],
  ])('parseMlnetZip refuses an archive of %s (%j) as unsupported', async (reason, end) => {
    expect(await refusal(plain, end)).toMatchObject(unsupported('zip', reason))
  })
})
