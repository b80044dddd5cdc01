import type { CompileOptions } from '@riftline/core'
import { sigmoid } from '@riftline/core/math'
import type { PredictorArtifacts } from '../artifacts/parse-artifacts.ts'
import { modelPath } from '../artifacts/paths.ts'
import { featureNames } from '../league/features/feature-schema.ts'
import { type BaseModel, baseModels, type ModelName } from '../types.ts'
import type { RawChances } from './blender.ts'
import { blockVectors, createMember, type Member } from './member.ts'

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
