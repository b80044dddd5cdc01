import { listZip } from '../zip.ts'
import { referFasttree } from './fasttree.ts'
import { isEnsemble, readEnsemble, readGam } from './mlnet-trees.ts'
import { type ModelKey, modelKey } from './model-key.ts'
import { type Reference, Unreadable, whole } from './reference.ts'

type Files = ReadonlyMap<string, () => Uint8Array>

const wrappers = ['FeatWCaliPredExec', 'CaliPredExec', 'PMixCaliPredExec', 'SchemaBindableCalibrated']

/** Reads ML.NET's `model.zip` as the JSON schema. */
export function referMlnetZip(bytes: Uint8Array): Reference {
  const files: Files = new Map(listZip(bytes).map(({ name, content }) => [name, content]))
  return referFasttree(files.has('TransformerChain/Model.key') ? readPipeline(files) : readModel(files, 'Predictor/'))
}

/** Model of the last step that is a predictor, with Platt's calibrator if that is the next step. */
function readPipeline(files: Files): Model {
  const steps = stepsOf(files, 'TransformerChain/')
  const at = steps.findLastIndex((folder) => loaderOf(files, folder).endsWith('PredXfer'))
  if (at < 0) throw new Unreadable('no predictor')
  const model = readModel(files, `${steps[at]}Model/`)
  const next = steps[at + 1]
  if (next === undefined || loaderOf(files, next) !== 'PlattCalibratTransf') return model
  return { ...model, calibrator: readCalibrator(files, `${next}Calibrator/Model.key`) }
}

/** Folders of the steps used for scoring; steps of a nested chain take its place. */
function stepsOf(files: Files, folder: string): string[] {
  if (loaderOf(files, folder) !== 'TransformerChain') return [folder]
  return scopesOf(files, folder).flatMap((scope, i) => {
    const inner = `${folder}Transform_${String(i).padStart(3, '0')}/`
    return (scope & 4) === 0 ? [] : stepsOf(files, inner)
  })
}

// Damage in steps before the predictor does not matter, so an unreadable step has an empty loader name.

function loaderOf(files: Files, folder: string): string {
  try {
    return keyOf(files, `${folder}Model.key`).loader
  } catch {
    return ''
  }
}

function scopesOf(files: Files, folder: string): number[] {
  try {
    const { block } = keyOf(files, `${folder}Model.key`)
    return block.list(block.int32)
  } catch {
    return []
  }
}

function keyOf(files: Files, name: string): ModelKey {
  const file = files.get(name)
  if (file === undefined) throw new Unreadable(`no ${name}`)
  return modelKey(file())
}

interface Model {
  readonly numberOfFeatures: number
  readonly calibrator: object | null
  readonly [key: string]: unknown
}

function readModel(files: Files, folder: string): Model {
  const key = keyOf(files, `${folder}Model.key`)
  if (key.loader === 'OVAExec') return readClasses(files, folder, key)
  if (wrappers.includes(key.loader)) {
    const inner = readPlain(keyOf(files, `${folder}Predictor/Model.key`))
    return { ...inner, calibrator: readCalibrator(files, `${folder}Calibrator/Model.key`) }
  }
  return readPlain(key)
}

function readPlain(key: ModelKey): Model {
  if (key.loader === 'BinaryClassGamPredictor' || key.loader === 'RegressionGamPredictor') {
    return { ...readGam(key), calibrator: null }
  }
  if (!isEnsemble(key.loader)) throw new Unreadable(`the loader ${key.loader}`)
  return {
    ...readEnsemble(key),
    calibrator: null,
    aggregation: key.loader === 'FastForestRegressionExec' ? 'average' : 'sum',
    outputTransform: key.loader === 'FastTreeTweedieExec' ? 'exp' : 'identity',
  }
}

function readClasses(files: Files, folder: string, { block }: ModelKey): Model {
  block.int32()
  const outputFormula = ['Raw', 'ProbabilityNormalization', 'Softmax'][block.byte()]
  const count = whole(block.int32(), 'classes', 1, 1000)
  const subModels = Array.from({ length: count }, (_, k) =>
    readModel(files, `${folder}SubPredictor_${String(k).padStart(3, '0')}/`),
  )
  const counts = new Set(subModels.map(({ numberOfFeatures }) => numberOfFeatures).filter(Number.isFinite))
  if (counts.size > 1) throw new Unreadable('classes differ in features')
  return { numberOfFeatures: [...counts][0] ?? Infinity, calibrator: null, subModels, outputFormula }
}

function readCalibrator(files: Files, name: string): object {
  const { loader, block } = keyOf(files, name)
  if (loader !== 'PlattCaliExec') throw new Unreadable(`the calibrator ${loader}`)
  return { type: 'PlattCalibrator', Slope: block.float64(), Offset: block.float64() }
}
