import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { parseFasttree } from '#core/trees/mlnet/parse-fasttree.ts'
import { parseMlnetZip } from '#core/trees/mlnet/zip/parse-mlnet-zip.ts'
import { fasttreeEnsemble, fasttreeModel, fasttreeStump, fasttreeThreeLeaves } from '../tiny.ts'
import { calibrated, ensemble, ensembleKey, plain, step } from './small-models.ts'
import {
  bytes,
  chainKey,
  denseNames,
  type EnsembleFields,
  ensembleBlock,
  float64s,
  int32s,
  modelKey,
  plattKey,
  sparseNames,
  stepKey,
  trainSchema,
} from './write-model.ts'
import { writeZip, type ZipFile } from './write-zip.ts'

const numerical = fasttreeEnsemble([fasttreeThreeLeaves(), fasttreeStump()])
const unnamed = { ensemble, featureNames: null }

async function expectModel(files: readonly ZipFile[], extra: Record<string, unknown>, end = {}): Promise<void> {
  expect(await parseMlnetZip(writeZip(files, end))).toEqual(parseFasttree(fasttreeModel([], extra)))
}

describe('parseMlnetZip reads archives', () => {
  it('parseMlnetZip reads an archive whose files are deflated, with a comment at the end', async () => {
    await expectModel(plain, unnamed)
    await expectModel(plain, unnamed, { comment: 'PK\x05\x06, by us' })
  })

  it('parseMlnetZip reads an archive whose files are stored', async () => {
    await expectModel(
      plain.map((file) => ({ ...file, stored: true })),
      unnamed,
    )
  })

  it('parseMlnetZip reads an archive written to a stream, with sizes after the data', async () => {
    await expectModel(
      plain.map((file) => ({ ...file, descriptor: true })),
      unnamed,
    )
  })

  it('parseMlnetZip reads an archive with backslashes between folders', async () => {
    await expectModel(
      plain.map((file) => ({ ...file, name: file.name.replaceAll('/', '\\') })),
      unnamed,
    )
  })

  it('parseMlnetZip reads an archive whose unneeded files are damaged', async () => {
    const odd = { name: 'Schema', content: bytes(1), crc: 1, method: 99, flags: 1 }
    await expectModel([odd, ...plain], unnamed)
  })
})

describe('parseMlnetZip finds the model', () => {
  it('parseMlnetZip finds the model in the layout of 2018, which has no steps', async () => {
    await expectModel(calibrated('Predictor'), unnamed)
    await expectModel([ensembleKey('Predictor')], { ...unnamed, calibrator: null })
  })

  it.each(['CaliPredExec', 'BulkCaliPredExec', 'PMixCaliPredExec', 'SchemaBindableCalibrated'])(
    'parseMlnetZip finds the model in wrapper %s',
    async (wrapper) => {
      await expectModel([plain[0] as ZipFile, stepKey(step), ...calibrated(`${step}/Model`, wrapper)], unnamed)
    },
  )

  it('parseMlnetZip finds the model of a single step saved without a chain', async () => {
    await expectModel([stepKey('TransformerChain'), ...calibrated('TransformerChain/Model')], unnamed)
  })

  it('parseMlnetZip finds the model in nested chains without opening the other steps', async () => {
    const inner = `${step}/Transform_1000`
    const files = [chainKey('TransformerChain', 7), chainKey(step, ...Array<number>(1001).fill(7)), stepKey(inner)]
    await expectModel([...files, ...calibrated(`${inner}/Model`)], unnamed)
  })

  it('parseMlnetZip finds the model as the last of two predictors', async () => {
    const second = 'TransformerChain/Transform_001'
    const files = [chainKey('TransformerChain', 7, 7), stepKey(step), stepKey(second, 'RegressionPredXfer')]
    await expectModel([...files, ...calibrated(`${second}/Model`)], unnamed)
  })

  it('parseMlnetZip finds the model before steps that do not change its scores or are not used for scoring', async () => {
    const after = [
      modelKey('TransformerChain/Transform_001', { loader: 'KeyToValueTransform' }),
      modelKey('TransformerChain/Transform_002', { loader: 'Normalizer' }),
      modelKey('TransformerChain/Transform_003', { loader: 'SelectColumnsTransform' }),
    ]
    await expectModel([...plain.slice(1), chainKey('TransformerChain', 7, 7, 3, 4), ...after], unnamed)
  })

  it.each([
    ['that names its column', { version: 2, block: int32s(0), strings: ['Score'] }],
    ['of a version without a column name', { version: 1 }],
  ])('parseMlnetZip finds the model before a calibrator %s', async (_, key) => {
    const after = 'TransformerChain/Transform_001'
    const calibrator = [
      modelKey(after, { loader: 'PlattCalibratTransf', ...key }),
      plattKey(`${after}/Calibrator`, -3, 0.25),
    ]
    const files = [chainKey('TransformerChain', 7, 7), stepKey(step), ensembleKey(`${step}/Model`), ...calibrator]
    await expectModel(files, { ...unnamed, calibrator: { type: 'PlattCalibrator', Slope: -3, Offset: 0.25 } })
  })
})

describe('parseMlnetZip reads', () => {
  const model = `${step}/Model`
  const pipeline = [chainKey('TransformerChain', 7), stepKey(step)]

  it('parseMlnetZip reads trees whose arrays are longer than needed', async () => {
    const key = modelKey(model, {
      loader: 'FastTreeBinaryExec',
      version: 5,
      block: ensembleBlock(ensemble, 2, { spare: 3 }),
    })
    await expectModel([...pipeline, key], { ...unnamed, calibrator: null })
  })

  it('parseMlnetZip reads an ensemble without trees', async () => {
    const none = fasttreeEnsemble([])
    await expectModel([...pipeline, ensembleKey(model, none)], { ensemble: none, featureNames: null, calibrator: null })
  })

  it.each<[string, number, EnsembleFields]>([
    ['FastTreeBinaryExec', 4, { categories: false }],
    ['FastTreeRegressionExec', 3, { categories: false, defaults: false }],
    ['LightGBMRankerExec', 2, { categories: false, defaults: false }],
    ['LightGBMBinaryExec', 1, { categories: false, defaults: false, features: false }],
    ['FastTreeTweedieExec', 2, { categories: false }],
    ['FastTreeTweedieExec', 1, { categories: false, defaults: false }],
    ['FastForestBinaryExec', 5, { categories: false, forest: 'weights' }],
    ['FastForestBinaryExec', 4, { categories: false, defaults: false, forest: 'weights' }],
    ['FastForestBinaryExec', 2, { categories: false, defaults: false, features: false, forest: 'weights' }],
    ['FastForestBinaryExec', 1, { categories: false, defaults: false, features: false, forest: 'samples' }],
  ])('parseMlnetZip reads a %s of version 1.%d', async (loader, version, fields) => {
    const key = modelKey(model, { loader, version, block: ensembleBlock(numerical, 3, fields) })
    const numberOfFeatures = fields.features === false ? 2 : 3
    const outputTransform = loader === 'FastTreeTweedieExec' ? 'exp' : 'identity'
    const task = loader.includes('Binary') ? 'binary' : 'regression'
    await expectModel([...pipeline, key], {
      numberOfFeatures,
      ensemble: numerical,
      featureNames: null,
      calibrator: null,
      outputTransform,
      task,
    })
  })

  it('parseMlnetZip reads a newer version that known readers can read', async () => {
    const block = ensembleBlock(numerical, 2)
    const key = modelKey(model, { loader: 'FastTreeBinaryExec', version: 9, readableBy: 5, block })
    await expectModel([...pipeline, key], { ensemble: numerical, featureNames: null, calibrator: null })
  })

  it('parseMlnetZip reads a forest whose scores are averaged', async () => {
    const block = Buffer.concat([ensembleBlock(ensemble, 2, { forest: 'weights' }), bytes(1), int32s(100)])
    const key = modelKey(model, { loader: 'FastForestRegressionExec', version: 6, block })
    await expectModel([...pipeline, key], { ...unnamed, calibrator: null, aggregation: 'average', task: 'regression' })
  })

  it('parseMlnetZip reads the number of features of an old model from its names, or else from its splits', async () => {
    const key = ensembleKey(model)
    const silent = { ...key, content: Buffer.from(key.content) }
    int32s(0).copy(silent.content, 0x100 + ensembleBlock(ensemble, 2).length - 4)
    const names = trainSchema(step, { block: denseNames('a', 'b', 'c') })
    const parse = async (...files: ZipFile[]) => parseMlnetZip(writeZip([...pipeline, silent, ...files]))
    expect((await parse()).numberOfFeatures).toBe(2)
    expect((await parse(names)).numberOfFeatures).toBe(3)
  })

  it('parseMlnetZip reads the number of features of old class models from the class that uses the most', async () => {
    const key = (k: number, feature: number) => {
      const stump = fasttreeEnsemble([fasttreeStump({ NumericalSplitFeatureIndexes: [feature] })])
      const block = ensembleBlock(stump, 9, { categories: false, defaults: false, features: false })
      return modelKey(`${model}/SubPredictor_00${k}`, { loader: 'LightGBMBinaryExec', version: 1, block })
    }
    const block = Buffer.concat([int32s(4), bytes(2), int32s(2)])
    const files = [...pipeline, modelKey(model, { loader: 'OVAExec', block }), key(0, 6), key(1, 3)]
    expect((await parseMlnetZip(writeZip(files))).numberOfFeatures).toBe(7)
  })

  it.each([
    [0, 'Raw'],
    [1, 'ProbabilityNormalization'],
    [2, 'Softmax'],
  ])('parseMlnetZip reads tree and additive classes of output formula %d', async (number, outputFormula) => {
    const gam = { Bias: 0.5, ShapeFunctions: [null, { BinUpperBounds: [1, 'Infinity'], BinEffects: [10, 20] }] }
    const gamBlock = Buffer.concat([
      int32s(1, 2),
      float64s(0.5),
      int32s(2),
      float64s(10, 20, 1, Infinity),
      int32s(1, 1, 0),
    ])
    const files = [
      ...[chainKey('TransformerChain', 7), stepKey(step, 'MulticlassPredXfer')],
      modelKey(model, { loader: 'OVAExec', block: Buffer.concat([int32s(4), bytes(number), int32s(2)]) }),
      ...calibrated(`${model}/SubPredictor_000`),
      modelKey(`${model}/SubPredictor_001`, { loader: 'CaliPredExec' }),
      modelKey(`${model}/SubPredictor_001/Predictor`, {
        loader: 'BinaryClassGamPredictor',
        version: 2,
        block: gamBlock,
      }),
      plattKey(`${model}/SubPredictor_001/Calibrator`, -1),
    ]
    const calibrator = { type: 'PlattCalibrator', Slope: -0.4, Offset: 0 }
    const classes = [
      { modelType: 'FastTreeBinaryModelParameters', ensemble, calibrator },
      { modelType: 'GamBinaryModelParameters', gam, calibrator: { ...calibrator, Slope: -1 } },
    ]
    const extra = { ensemble: null, calibrator: null, featureNames: null, task: 'multiclass', outputFormula }
    await expectModel(files, { ...extra, subModels: classes })
  })
})

describe('parseMlnetZip names features', () => {
  it.each([
    ['as the feature column of the training data had them', { block: denseNames('gold', 'kills') }, ['gold', 'kills']],
    ['from a compressed list', { block: denseNames('gold', 'kills'), compressed: true }, ['gold', 'kills']],
    ['in any script', { block: denseNames('\uFEFFgrün', '日本🙂') }, ['\uFEFFgrün', '日本🙂']],
    ['with an empty name for one that is missing', { block: denseNames(null, 'kills') }, ['', 'kills']],
    ['of which only some are listed', { block: sparseNames(2, [1], 'kills') }, ['', 'kills']],
  ])('parseMlnetZip names features %s', async (_, names, featureNames) => {
    await expectModel([...plain, trainSchema(step, names)], { ensemble, featureNames })
  })

  it('parseMlnetZip gives no feature names if the column has none', async () => {
    const other = trainSchema(step, { block: denseNames('gold', 'kills') })
    const content = Buffer.from(
      Buffer.from(other.content).toString('latin1').replace('SlotNames', 'NotThem!!'),
      'latin1',
    )
    await expectModel([...plain, { ...other, content }], unnamed)
    const renamed = Buffer.from(Buffer.from(other.content).toString('latin1').replace('Features', 'Weighted'), 'latin1')
    await expectModel([...plain, { ...other, content: renamed }], unnamed)
  })
})

describe('the fixtures', () => {
  it('the fixture archives of ML.NET include real models of both layouts', () => {
    const names = (file: string) =>
      readFileSync(new URL(`../../../fixtures/fasttree/${file}`, import.meta.url), 'latin1')
    expect(names('lightgbm-breast-cancer.zip')).toContain('Predictor\\Predictor\\Model.key')
    expect(names('binary-categorical.zip')).toContain('TransformerChain/Transform_002/Model/Predictor/Model.key')
  })
})
