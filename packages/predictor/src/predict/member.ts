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
  /**
   * Logit of the first team's chance from a vector of features: half the difference of both orientations, so that
   * swapping the teams negates it exactly.
   */
  seriesLogit(vector: Float64Array): number
  /** The same of many vectors, one behind another: as many logits, to the bit, in a fraction of the time. */
  seriesLogits(vectors: Float64Array): Float64Array
}

/** Vectors scored at once: with both orientations they fill the widest kernel. */
export const blockVectors = 256

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
  const columns = Int32Array.from(columnsOf(file, model.featureNames, model.numberOfFeatures))
  const mirrors = columns.map((column) => mirrorPlaces[column]!)
  const signs = Float64Array.from(columns, (column) => mirrorSigns[column]!)
  // Then the mirrored row has the opposite logit, to the bit, and half of the difference is the logit itself.
  const isOpposite = 'predict' in model && model.isAntisymmetric && signs.every((sign) => sign === -1)
  // Both orientations as one long row.
  const own = Float64Array.from(columns, () => 1)
  const places = isOpposite ? columns : Int32Array.of(...columns, ...mirrors)
  const factors = isOpposite ? own : Float64Array.of(...own, ...signs)
  const orientations = isOpposite ? 1 : 2
  const scorer = 'predict' in model ? linearLogits(model) : treeLogits(file, model, engine)

  function writeRow(vectors: Float64Array, from: number, rows: Float64Array, at: number): void {
    for (let i = 0; i < columns.length; i++) rows[at + i] = vectors[from + columns[i]!]!
  }

  function writeMirrored(vectors: Float64Array, from: number, rows: Float64Array, at: number): void {
    for (let i = 0; i < columns.length; i++) rows[at + i] = signs[i]! * vectors[from + mirrors[i]!]!
  }

  let block: { readonly rows: Float64Array; readonly scores: Float64Array } | undefined

  function scoreBlock(vectors: Float64Array, first: number, count: number, logits: Float64Array): void {
    block ??= {
      rows: new Float64Array(orientations * blockVectors * columns.length),
      scores: new Float64Array(orientations * blockVectors),
    }
    const rows = block.rows.subarray(0, orientations * count * columns.length)
    const scores = block.scores.subarray(0, orientations * count)
    let from = first * featureNames.length
    for (let at = 0; at < rows.length; at += places.length, from += featureNames.length) {
      for (let i = 0; i < places.length; i++) rows[at + i] = factors[i]! * vectors[from + places[i]!]!
    }
    scorer.logits(rows, scores)
    if (isOpposite) logits.set(scores, first)
    else for (let i = 0; i < count; i++) logits[first + i] = (scores[2 * i]! - scores[2 * i + 1]!) / 2
  }

  return {
    seriesLogit(vector) {
      writeRow(vector, 0, scorer.row, 0)
      const own = scorer.logitOfRow()
      if (isOpposite) return own
      writeMirrored(vector, 0, scorer.row, 0)
      return (own - scorer.logitOfRow()) / 2
    },
    seriesLogits(vectors) {
      const logits = new Float64Array(vectors.length / featureNames.length)
      for (let first = 0; first < logits.length; first += blockVectors) {
        scoreBlock(vectors, first, Math.min(blockVectors, logits.length - first), logits)
      }
      return logits
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
  return {
    row,
    logitOfRow: () => model.logit(row),
    logits: model.logits,
  }
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

export type Members = Readonly<Record<BaseModel, Member>>

/** Compiles the three models. */
export function createMembers(
  { models }: Pick<PredictorArtifacts, 'models'>,
  engine: NonNullable<CompileOptions['engine']> = 'auto',
): Members {
  const entries = baseModels.map((name) => [name, createMember(modelPath(name), models[name], engine)] as const)
  return Object.fromEntries(entries) as Record<BaseModel, Member>
}

/** Raw chances of team 1 by all members, at the data date. */
export function memberChances(members: Members, vector: Float64Array): Record<BaseModel, number> {
  return {
    fasttree: memberChance(members.fasttree, vector),
    lightgbm: memberChance(members.lightgbm, vector),
    pcasweep: memberChance(members.pcasweep, vector),
  }
}

function memberChance(member: Member, vector: Float64Array): number {
  return sigmoid(member.seriesLogit(vector))
}

/** `memberChances` of many vectors: the same numbers to the bit, in a fraction of the time. */
export function manyMemberChances(members: Members, vectors: readonly Float64Array[]): Record<BaseModel, number>[] {
  const chances: Record<BaseModel, number>[] = []
  for (let first = 0; first < vectors.length; first += blockVectors) {
    const block = joined(vectors.slice(first, first + blockVectors))
    const [fasttree, lightgbm, pcasweep] = baseModels.map((model) => chancesOf(members[model], block))
    fasttree!.forEach((chance, i) => {
      chances.push({ fasttree: chance, lightgbm: lightgbm![i]!, pcasweep: pcasweep![i]! })
    })
  }
  return chances
}

/** Raw chances of team 1 by the members that a model asks for. */
export function rawChances(members: Members, model: ModelName, vector: Float64Array): RawChances {
  return model === 'consensus' ? memberChances(members, vector) : { [model]: memberChance(members[model], vector) }
}

/** Raw chances of team 1 by one member, for vectors one behind another. */
export function chancesOf(member: Member, vectors: Float64Array): Float64Array {
  const chances = member.seriesLogits(vectors)
  for (let i = 0; i < chances.length; i++) chances[i] = sigmoid(chances[i]!)
  return chances
}

/** Vectors one behind another. */
export function joined(vectors: readonly Float64Array[]): Float64Array {
  const all = new Float64Array(vectors.length * featureNames.length)
  vectors.forEach((vector, i) => {
    all.set(vector, i * featureNames.length)
  })
  return all
}
