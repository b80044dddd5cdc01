import { ArtifactError } from '../errors.ts'
import { featureNames, mirrorPlaces, mirrorSigns } from '../league/features/feature-schema.ts'
import type { LinearModel } from '../linear/linear-model.ts'
import { type CompileOptions, compileEnsemble } from '../trees/compile.ts'
import type { TreeEnsemble } from '../trees/form/tree-ensemble.ts'
import { logit } from '../trees/logit.ts'

/** A base model, ready to forecast. */
export interface Member {
  /**
   * Logit of the first team's chance from a vector of features: half the difference of both orientations, so that
   * swapping the teams negates it exactly.
   */
  seriesLogit(vector: Float64Array): number
}

/**
 * Binds a model to the vectors by the names of its features.
 *
 * @throws ArtifactError `artifact_mismatch` for a feature that this version does not make, or a model that does not forecast a chance
 */
export function createMember(
  file: string,
  model: TreeEnsemble | LinearModel,
  engine: NonNullable<CompileOptions['engine']>,
): Member {
  const columns = columnsOf(file, model.featureNames, model.numberOfFeatures)
  const logitOf = 'predict' in model ? (row: Float64Array) => model.logit(row) : treeLogit(file, model, engine)
  const places = columns.map((column) => mirrorPlaces[column]!)
  const signs = columns.map((column) => mirrorSigns[column]!)
  const row = new Float64Array(columns.length)
  return {
    seriesLogit(vector) {
      for (let i = 0; i < row.length; i++) row[i] = vector[columns[i]!]!
      const own = logitOf(row)
      for (let i = 0; i < row.length; i++) row[i] = signs[i]! * vector[places[i]!]!
      return (own - logitOf(row)) / 2
    },
  }
}

function treeLogit(
  file: string,
  ensemble: TreeEnsemble,
  engine: NonNullable<CompileOptions['engine']>,
): (row: Float64Array) => number {
  const { link, numberOfOutputs } = ensemble
  if (link.kind !== 'sigmoid' || numberOfOutputs !== 1) {
    const got = `${numberOfOutputs} output(s) through a ${link.kind} link`
    throw new ArtifactError('artifact_mismatch', file, `expected one probability of a sigmoid link, got ${got}`)
  }
  const evaluator = compileEnsemble(ensemble, { engine })
  return (row) => logit(evaluator, row)
}

function columnsOf(file: string, names: readonly string[] | null, count: number): readonly number[] {
  if (names === null || names.length !== count) {
    throw new ArtifactError(
      'artifact_mismatch',
      file,
      `expected ${count} feature names, got ${names?.length ?? 'none'}`,
    )
  }
  return names.map((name) => {
    const column = featureNames.indexOf(name)
    if (column >= 0) return column
    throw new ArtifactError(
      'artifact_mismatch',
      file,
      `expected one of the features ${featureNames.join(', ')}, got ${name}`,
    )
  })
}
