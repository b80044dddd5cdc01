import { malformed, unsupported } from '@riftline/base'
import { createTreesBuilder } from '../form/build-trees.ts'
import { noCategories, type TreeEnsemble, usualModel } from '../form/tree-ensemble.ts'
import { asBytes } from '../read/byte-reader.ts'
import { firstMistake } from '../read/other-format.ts'
import { buildOnnxTrees } from './build-onnx-trees.ts'
import { type Chain, followGraph } from './chain.ts'
import { readHeader } from './ensemble-header.ts'
import { readGraph } from './onnx-file.ts'
import { readNumberedNodes, readParallelLists } from './onnx-trees.ts'
import { stepsOf } from './operators.ts'
import { fillLeaves, readRules } from './scores.ts'

/**
 * Reads a model in ONNX that is one ensemble of trees (`TreeEnsembleRegressor`, `TreeEnsembleClassifier`, `TreeEnsemble`) and the operators
 * that converters put around it: skl2onnx, onnxmltools, and CatBoost's own. Scores and labels have the bits of ONNX Runtime on one
 * thread, also if the specification says otherwise. `predictions` are the scores that the file gives.
 *
 * Converters round thresholds and leaves: prefer the trainer's own file if there is a parser for it, as for LightGBM, XGBoost and CatBoost.
 *
 * @throws ArtifactError `artifact_invalid` with the place of what is damaged; `artifact_unsupported` for several ensembles and for other
 *   operators, which it names
 */
export function parseOnnx(bytes: Uint8Array): TreeEnsemble {
  try {
    const own = asBytes(bytes)
    if (own === null) throw malformed('$', 'the bytes of a model in ONNX', bytes)
    return readModel(own)
  } catch (error) {
    throw firstMistake(bytes, 'parseOnnx', error)
  }
}

function readModel(bytes: Uint8Array): TreeEnsemble {
  const graph = readGraph(bytes)
  const chain = followGraph(graph, (node) => readHeader(node).width)
  const { node, input, numberOfFeatures } = chain
  const isNumbered = node.operator === 'TreeEnsemble'
  const inDoubles = input.type === 'double'
  const header = readHeader(node)
  checkInput(chain)
  const trees = isNumbered
    ? readNumberedNodes(node, header.width, input.type)
    : readParallelLists(node, header.classNames === null ? 'target' : 'class', header.width)
  const builder = createTreesBuilder()
  const precision = inDoubles ? 'double' : 'float32'
  const built = buildOnnxTrees(trees, { precision, registers: input.registers, builder })
  const { oneScore, ...rules } = readRules(header, trees, built)
  return {
    ...usualModel,
    source: { format: 'onnx', ...(graph.producer === undefined ? {} : { version: graph.producer }) },
    numberOfFeatures,
    featureNames: chain.featureNames,
    categories: noCategories(numberOfFeatures),
    ...rules,
    classifies: header.classNames !== null,
    preparation: stepsOf(chain.before),
    precision,
    sums: inDoubles ? 'float64' : 'float32',
    combining: header.combining,
    // The average of no trees is NaN, but a target that no leaf names is 0.
    averaging: header.averages && (trees.roots.length > 0 || header.width === 1) ? 'inScore' : 'none',
    trees: fillLeaves(trees, built, header, rules.numberOfOutputs),
    link: {
      kind: 'onnx',
      transform: header.transform,
      oneScore,
      inDoubles: inDoubles && isNumbered,
      roundsLast: chain.outputs.type === 'float',
      steps: stepsOf(chain.after),
      outputs: chain.outputs.registers,
    },
    warnings: [],
  }
}

/** Refuses types of input for which ONNX Runtime has no kernel. */
function checkInput({ node, input: { type } }: Chain): void {
  if (type === 'float' || type === 'double') return
  if (node.operator === 'TreeEnsembleClassifier') return
  throw unsupported(node.path, `ONNX Runtime does not run it on ${type}`)
}
