import { malformed, unsupported } from '@riftline/base'
import type { OnnxLink } from '../form/links.ts'
import type { ClassName } from '../form/tree-ensemble.ts'
import type { GraphNode } from './onnx-file.ts'
import { numbersOf } from './onnx-trees.ts'

/** Attributes of an ensemble's node, without its trees. */
export interface Header {
  /** Scores of a row: targets of a regression, or labels. */
  readonly width: number
  readonly classNames: readonly ClassName[] | null
  readonly transform: OnnxLink['transform']
  readonly combining: 'sum' | 'minimum' | 'maximum'
  readonly averages: boolean
  /** Base values: none, or one for each score; a classifier of two labels may have a single one. */
  readonly bases: readonly number[]
}

const transforms = ['NONE', 'LOGISTIC', 'SOFTMAX', 'SOFTMAX_ZERO', 'PROBIT'] as const
const transformNames = {
  NONE: 'none',
  LOGISTIC: 'logistic',
  SOFTMAX: 'softmax',
  SOFTMAX_ZERO: 'softmaxZero',
  PROBIT: 'probit',
} as const
const aggregates = ['AVERAGE', 'SUM', 'MIN', 'MAX'] as const

/** Most scores of a row without a weight for each: a claim in a small file must not cause a large buffer. */
const fewOutputs = 1024

export function readHeader(node: GraphNode): Header {
  const { path, attributes, operator } = node
  const isNumbered = operator === 'TreeEnsemble'
  const isClassifier = operator === 'TreeEnsembleClassifier'
  const classNames = isClassifier ? readLabels(node) : null
  const width = classNames?.length ?? attributes.integer('n_targets')
  const kind = isClassifier ? 'class_ids' : isNumbered ? 'leaf_targetids' : 'target_ids'
  const most = Math.max(fewOutputs, attributes.integers(kind).length)
  if (!(width >= 1 && width <= most)) throw malformed(`${path}.n_targets`, `1 to ${most}`, width)
  const transform = isNumbered
    ? transforms[attributes.integer('post_transform', 0)]
    : transforms.find((name) => name === attributes.text('post_transform', 'NONE'))
  if (transform === undefined) throw malformed(`${path}.post_transform`, `one of ${transforms.join(', ')}`, 'another')
  const aggregate = isNumbered
    ? aggregates[attributes.integer('aggregate_function', 1)]
    : aggregates.find((name) => (isClassifier ? name === 'SUM' : name === attributes.text('aggregate_function', 'SUM')))
  if (aggregate === undefined)
    throw malformed(`${path}.aggregate_function`, `one of ${aggregates.join(', ')}`, 'another')
  return {
    width,
    classNames,
    transform: transformNames[transform],
    combining: aggregate === 'MIN' ? 'minimum' : aggregate === 'MAX' ? 'maximum' : 'sum',
    averages: aggregate === 'AVERAGE',
    bases: isNumbered ? [] : readBases(node, width),
  }
}

function readLabels({ path, attributes }: GraphNode): readonly ClassName[] {
  const texts = attributes.texts('classlabels_strings')
  const integers = attributes.integers('classlabels_int64s')
  const labels = texts.length > 0 ? texts : integers
  if (labels.length < 2) throw malformed(`${path}.classlabels_int64s`, 'two labels or more', labels.length)
  const wrong = integers.find((label) => !Number.isSafeInteger(label))
  if (wrong === undefined) return labels
  throw unsupported(`${path}.classlabels_int64s`, `labels beyond 2^53 are not read, got ${wrong}`)
}

function readBases(node: GraphNode, width: number): readonly number[] {
  const bases = Array.from(numbersOf(node, 'base_values'))
  const isClassifier = node.operator === 'TreeEnsembleClassifier'
  const fits = bases.length === 0 || bases.length === width || (isClassifier && width === 2 && bases.length === 1)
  if (!fits) throw malformed(`${node.path}.base_values`, `0 or ${width} numbers`, bases.length)
  const wrong = bases.findIndex((base) => !Number.isFinite(base))
  if (wrong !== -1) throw malformed(`${node.path}.base_values[${wrong}]`, 'a finite number', bases[wrong])
  return bases
}
