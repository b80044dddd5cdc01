import { z } from 'zod'
import type { CalibrationHierarchy } from '../calibration/calibration-hierarchy.ts'
import { type BaseModel, baseModels, type FeatureSchema } from '../types.ts'
import { parseWith } from './parse-with.ts'

/** How members become one number: by schema, calibration curves of each member and consensus weights; one anchor for all. */
export interface Blend {
  readonly consensus: 'weighted' | 'mean'
  /** Weight of the calibrated probability against the market's, 0 to 1. */
  readonly anchorWeight: number
  readonly schemas: Readonly<Record<FeatureSchema, SchemaBlend>>
}

export interface SchemaBlend {
  readonly calibration: Readonly<Record<BaseModel, CalibrationHierarchy>>
  /** Weights of the weighted consensus, in the order fasttree, lightgbm, pcasweep; each list adds up to 1. */
  readonly weights: { readonly all: readonly number[]; readonly leagues: Readonly<Record<string, readonly number[]>> }
}

const curve = z
  .object({
    level: z.enum(['identity', 'model', 'format', 'league']),
    nEff: z.number(),
    knots: z
      .array(z.tuple([z.number(), z.number()]))
      .refine(isCurve, 'expected knots that rise from [0.5, 0.5] to [1, 1]'),
    epsilon: z.number().min(0).max(0.5),
    kappa: z.number(),
    gate: z.enum(['off', 'no-order', 'kept', 'parent']),
    records: z.int(),
    clipped: z.int(),
  })
  .loose()

const hierarchy = z.object({
  model: curve,
  curves: z.record(z.string(), curve),
  cells: z.record(z.string(), z.object({ nEff: z.number(), records: z.int(), gate: z.string() }).loose()),
})

const weights = z
  .array(z.number().min(0).max(1))
  .length(baseModels.length)
  .refine(
    (list) => Math.abs(list.reduce((sum, weight) => sum + weight, 0) - 1) < 1e-9,
    'expected weights that add up to 1',
  )

const schemaBlend = z.object({
  calibration: z.object({ fasttree: hierarchy, lightgbm: hierarchy, pcasweep: hierarchy }),
  weights: z.object({ all: weights, leagues: z.record(z.string(), weights) }),
})

const blendSchema = z.object({
  format: z.literal('riftline-blend'),
  formatVersion: z.literal(1),
  consensus: z.enum(['weighted', 'mean']),
  anchorWeight: z.number().min(0).max(1),
  schemas: z.object({ match: schemaBlend, draft: schemaBlend }),
})

function isCurve(knots: readonly (readonly [number, number])[]): boolean {
  const rising = knots.every(([x, y], i) => i === 0 || (x > knots[i - 1]![0] && y >= knots[i - 1]![1]))
  const [first, last] = [knots[0], knots[knots.length - 1]]
  return rising && first?.[0] === 0.5 && first[1] === 0.5 && last?.[0] === 1 && last[1] === 1
}

/** @throws ArtifactError `artifact_invalid` */
export function parseBlend(file: string, text: string): Blend {
  return parseWith(blendSchema, file, text) as unknown as Blend
}

export function writeBlend(blend: Blend): string {
  return `${JSON.stringify({ format: 'riftline-blend', formatVersion: 1, ...blend })}\n`
}
