import { malformed, unsupported } from '@riftline/base'
import { type ClassName, isClassName, type TreeEnsemble } from '../form/tree-ensemble.ts'
import {
  arrayField,
  choiceField,
  field,
  integerField,
  type JsonObject,
  maximumFeatures,
  namesField,
} from '../read/json-fields.ts'
import { asMlnetNumber } from './calibrator.ts'

/** Keys of the model: trees, an additive model, or one model per class. */
const shapes = ['ensemble', 'gam', 'subModels'] as const

/** Part of an ensemble that its model gives; the rest comes from the header. */
export type FasttreeBody = Pick<
  TreeEnsemble,
  'numberOfOutputs' | 'averaging' | 'baseScore' | 'trees' | 'link' | 'warnings'
>

const root = () => '$'

/** Checks the top level of the schema. `producer` and `verification`, for people and tests, are not read. */
export function readSchemaHeader(model: JsonObject) {
  choiceField(model, 'format', root, ['mlnet-fasttree'])
  const version = integerField(model, 'formatVersion', root, 0, 2 ** 31)
  if (version !== 1) throw unsupported('$.formatVersion', `schema version ${version}; supported is 1`)
  const task = choiceField(model, 'task', root, ['binary', 'regression', 'ranking', 'multiclass'])
  const numberOfFeatures = integerField(model, 'numberOfFeatures', root, 1, maximumFeatures)
  const header = {
    shape: readShape(model),
    modelType: readModelType(model, '$'),
    numberOfFeatures,
    featureNames: namesField(model, 'featureNames', numberOfFeatures),
    aggregation: choiceField(model, 'aggregation', root, ['sum', 'average']),
    outputTransform: choiceField(model, 'outputTransform', root, ['identity', 'exp']),
    classNames: readClassNames(model),
    decisionThreshold: task === 'binary' ? readThreshold(model) : null,
  }
  if ((task === 'multiclass') !== (header.shape === 'subModels')) {
    throw malformed('$.task', header.shape === 'subModels' ? '"multiclass" with subModels' : 'subModels', task)
  }
  return header
}

export type FasttreeHeader = Readonly<ReturnType<typeof readSchemaHeader>>

/** Refuses an average or an exponential, which only plain ensembles have (FastForest regression, Tweedie). */
export function requirePlainSum(header: FasttreeHeader): void {
  if (header.aggregation !== 'sum') throw malformed('$.aggregation', `"sum" with ${header.shape}`, header.aggregation)
  if (header.outputTransform !== 'identity') {
    throw malformed('$.outputTransform', `"identity" with ${header.shape}`, header.outputTransform)
  }
}

/** Reads the C# class name, which tells LightGBM's trees from FastTree's. */
export function readModelType(object: JsonObject, path: string): string {
  const modelType = field(object, 'modelType')
  if (typeof modelType !== 'string') throw malformed(`${path}.modelType`, 'a string', modelType)
  return modelType
}

function readClassNames(model: JsonObject): readonly ClassName[] | null {
  if ((field(model, 'outputNames') ?? null) === null) return null
  return arrayField(model, 'outputNames', root).map((name, i) => {
    if (isClassName(name)) return name
    throw malformed(`$.outputNames[${i}]`, 'a name of a class', name)
  })
}

/** Reads the decision threshold, by default 0; null if it applies to another column than the score. */
function readThreshold(model: JsonObject): number | null {
  const value = field(model, 'decisionThreshold')
  if (value === undefined) return 0
  const threshold = value === null ? Number.NaN : asMlnetNumber(value, () => '$.decisionThreshold')
  return Number.isFinite(threshold) ? threshold : null
}

function readShape(model: JsonObject): (typeof shapes)[number] {
  const present = shapes.filter((key) => (field(model, key) ?? null) !== null)
  const shape = present[0]
  if (shape === undefined) throw malformed('$.ensemble', 'an ensemble, gam or subModels', field(model, 'ensemble'))
  if (present.length > 1) throw malformed('$', `one model, not ${present.join(' and ')}`, model)
  return shape
}
