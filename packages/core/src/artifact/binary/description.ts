import { z } from 'zod'
import type { TreeEnsemble } from '../../ensemble/tree-ensemble.ts'
import { maximumFeatures } from '../json-fields.ts'
import { type Sizes, sizesOf } from './layout.ts'

const size = z
  .int()
  .nonnegative()
  .max(2 ** 31)
const sigmoid = { slope: z.number(), offset: z.number() }

const schema = z.strictObject({
  format: z.enum(['lightgbm', 'mlnet-fasttree']),
  numberOfFeatures: z.int().positive().max(maximumFeatures),
  featureNames: z.array(z.string()).nullable(),
  numberOfOutputs: z
    .int()
    .positive()
    .max(2 ** 20),
  precision: z.enum(['float64', 'float32']),
  averaging: z.enum(['none', 'beforeLink', 'inScore']),
  mayStopEarly: z.boolean(),
  link: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.enum(['identity', 'exp', 'softplus', 'signedSquare']) }),
    z.strictObject({ kind: z.literal('sigmoid'), ...sigmoid }),
    z.strictObject({ kind: z.literal('softmax'), shiftByMaximum: z.boolean() }),
    z.strictObject({ kind: z.literal('normalisedSigmoids'), sigmoids: z.array(z.strictObject(sigmoid)) }),
  ]),
  warnings: z.array(z.string()),
  sizes: z.strictObject({
    trees: size,
    nodes: size,
    leaves: size,
    sets: size,
    setItems: size,
    linearTerms: size.nullable(),
    counted: z.boolean(),
  }),
})

/** Everything of an ensemble but its arrays. */
export type Description = Omit<TreeEnsemble, 'trees' | 'baseScore'> & { readonly sizes: Sizes }

export const descriptionSchema: z.ZodType<Description> = schema
  .refine(({ featureNames, numberOfFeatures }) => featureNames === null || featureNames.length === numberOfFeatures, {
    path: ['featureNames'],
    message: 'expected one name per feature',
  })
  .refine(({ link, numberOfOutputs }) => !('sigmoids' in link) || link.sigmoids.length === numberOfOutputs, {
    path: ['link'],
    message: 'expected one sigmoid per output',
  })

export function describeEnsemble({ trees, baseScore: _, ...rest }: TreeEnsemble): Description {
  return { ...rest, sizes: sizesOf(trees) }
}
