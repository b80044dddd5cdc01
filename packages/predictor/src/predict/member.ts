import { ArtifactError } from '@riftline/base'
import {
  type CompileOptions,
  compileLogits,
  type LinearModel,
  type LogitScorer,
  type TreeEnsemble,
} from '@riftline/core'
import { sigmoid } from '@riftline/core/math'
import { modelPath, type PredictorArtifacts } from '../artifacts/parse-artifacts.ts'
import { featureNames, mirrorPlaces, mirrorSigns } from '../league/features/feature-schema.ts'
import { type BaseModel, baseModels, type ModelName } from '../types.ts'
import type { RawChances } from './blender.ts'

/** A base model, ready to forecast. */
export interface Member {
  /** Logit of the first team's chance: half the difference of both orientations, so that swapping the teams exactly negates it. */
  seriesLogit(vector: Float64Array): number
  /** Logits of many concatenated vectors: the same bits as one by one, in a fraction of the time. */
  seriesLogits(vectors: Float64Array): Float64Array
}

/** Number of vectors to score at once: with both orientations they fill the widest kernel. */
export const blockVectors = 256

/**
 * Binds a model to the feature vectors by the names of its features.
 *
 * @throws ArtifactError `artifact_mismatch` for a feature that this version lacks, or a model that does not forecast a chance
 */
export function createMember(
  file: string,
  model: TreeEnsemble | LinearModel,
  engine: NonNullable<CompileOptions['engine']>,
): Member {
  const columns = columnsOf(file, model.featureNames, model.numberOfFeatures)
  const mirrors = columns.map((column) => mirrorPlaces[column]!)
  const signs = columns.map((column) => mirrorSigns[column]!)
  // If so, the mirrored row has exactly the opposite logit, and one orientation suffices.
  const isOpposite = 'predict' in model && model.isAntisymmetric && signs.every((sign) => sign === -1)
  const orientations = isOpposite ? 1 : 2
  // Positions and factors of both orientations, concatenated.
  const places = Int32Array.of(...columns, ...mirrors)
  const factors = Float64Array.of(...columns.map(() => 1), ...signs)
  const scorer = 'predict' in model ? linearLogits(model) : treeLogits(file, model, engine)

  /** @param orientation 0 unchanged, 1 mirrored */
  function writeRow(vectors: Float64Array, from: number, orientation: number, rows: Float64Array, at: number): void {
    const begin = orientation * columns.length
    for (let i = 0; i < columns.length; i++) rows[at + i] = factors[begin + i]! * vectors[from + places[begin + i]!]!
  }

  return {
    seriesLogit(vector) {
      writeRow(vector, 0, 0, scorer.row, 0)
      const own = scorer.logitOfRow()
      if (isOpposite) return own
      writeRow(vector, 0, 1, scorer.row, 0)
      return (own - scorer.logitOfRow()) / 2
    },
    seriesLogits(vectors) {
      const count = vectors.length / featureNames.length
      const rows = new Float64Array(orientations * count * columns.length)
      for (let row = 0; row < orientations * count; row++) {
        const series = Math.floor(row / orientations)
        writeRow(vectors, series * featureNames.length, row % orientations, rows, row * columns.length)
      }
      const scores = new Float64Array(orientations * count)
      scorer.logits(rows, scores)
      if (isOpposite) return scores
      return Float64Array.from({ length: count }, (_, i) => (scores[2 * i]! - scores[2 * i + 1]!) / 2)
    },
  }
}

function treeLogits(file: string, ensemble: TreeEnsemble, engine: NonNullable<CompileOptions['engine']>): LogitScorer {
  const { link, numberOfOutputs } = ensemble
  if (link.kind !== 'sigmoid' || numberOfOutputs !== 1) {
    const got = `${numberOfOutputs} output(s) through a ${link.kind} link`
    throw new ArtifactError('artifact_mismatch', file, `expected one probability of a sigmoid link, got ${got}`)
  }
  return compileLogits(ensemble, link, { engine })
}

function linearLogits(model: LinearModel): LogitScorer {
  const row = new Float64Array(model.numberOfFeatures)
  return { row, logitOfRow: () => model.logit(row), logits: model.logits }
}

function columnsOf(file: string, names: readonly string[] | null, count: number): readonly number[] {
  const refused = (expected: string, got: string): ArtifactError =>
    new ArtifactError('artifact_mismatch', file, `expected ${expected}, got ${got}`)
  if (names?.length !== count) throw refused(`${count} feature names`, String(names?.length ?? 'none'))
  return names.map((name) => {
    const column = featureNames.indexOf(name)
    if (column < 0) throw refused(`one of the features ${featureNames.join(', ')}`, name)
    return column
  })
}

export type Members = Readonly<Record<BaseModel, Member>>

/** Compiles the three member models. */
export function createMembers(
  { models }: Pick<PredictorArtifacts, 'models'>,
  engine: NonNullable<CompileOptions['engine']> = 'auto',
): Members {
  const entries = baseModels.map((name) => [name, createMember(modelPath(name), models[name], engine)] as const)
  return Object.fromEntries(entries) as Record<BaseModel, Member>
}

/** Raw chances of team 1 by all members at the data date. */
export function memberChances({ fasttree, lightgbm, pcasweep }: Members, vector: Float64Array) {
  return {
    fasttree: sigmoid(fasttree.seriesLogit(vector)),
    lightgbm: sigmoid(lightgbm.seriesLogit(vector)),
    pcasweep: sigmoid(pcasweep.seriesLogit(vector)),
  }
}

/** Raw chances of team 1 by the members needed for a model. */
export function rawChances(members: Members, model: ModelName, vector: Float64Array): RawChances {
  if (model === 'consensus') return memberChances(members, vector)
  return { [model]: sigmoid(members[model].seriesLogit(vector)) }
}

/** `rawChances` for many series: the same bits in a fraction of the time. */
export function manyRawChances(
  members: Members,
  series: readonly { readonly model: ModelName; readonly vector: Float64Array }[],
): readonly RawChances[] {
  const raw: { -readonly [Model in keyof RawChances]: number }[] = series.map(() => ({}))
  for (const member of baseModels) {
    const asked = [...series.keys()].filter((i) => ['consensus', member].includes(series[i]!.model))
    const vectors = new Float64Array(asked.length * featureNames.length)
    for (const [row, i] of asked.entries()) vectors.set(series[i]!.vector, row * featureNames.length)
    const logits = members[member].seriesLogits(vectors)
    for (const [row, i] of asked.entries()) raw[i]![member] = sigmoid(logits[row]!)
  }
  return raw
}

/** `memberChances` for many vectors: the same bits in a fraction of the time. */
export function manyMemberChances(members: Members, vectors: readonly Float64Array[]): Record<BaseModel, number>[] {
  const chances: RawChances[] = []
  for (let first = 0; first < vectors.length; first += blockVectors) {
    const block = vectors.slice(first, first + blockVectors).map((vector) => ({ model: 'consensus', vector }) as const)
    chances.push(...manyRawChances(members, block))
  }
  return chances as Record<BaseModel, number>[]
}
