import { fasttreeOutput } from './fasttree-output.ts'
import { finite, float, list, own, type Reference, Unreadable, whole } from './reference.ts'

/** Scores an additive model: the first bin whose upper bound is at least the value; NaN is in bin 0. The leaf is the bin. */
export function referGam(model: unknown): Reference {
  const columns = whole(own(model, 'numberOfFeatures'), 'numberOfFeatures', 1, Infinity)
  const gam = own(model, 'gam')
  const bias = finite(float(own(gam, 'Bias')), 'Bias')
  const functions = list(gam, 'ShapeFunctions')
  if (functions.length !== columns) throw new Unreadable('ShapeFunctions')
  const shapes = Array.from(functions, (shape, feature) => ({ shape, feature })).filter(({ shape }) => shape !== null)
  const bounds = shapes.map(({ shape }) => Array.from(list(shape, 'BinUpperBounds'), float))
  const effects = shapes.map(({ shape }) =>
    Array.from(list(shape, 'BinEffects'), (v) => finite(float(v), 'BinEffects')),
  )
  bounds.forEach((ends, i) => {
    if (ends.length !== effects[i]?.length) throw new Unreadable('BinEffects')
    if (ends.at(-1) !== Infinity) throw new Unreadable('the last bound')
    if (ends.some((end, b) => !(b === 0 || end > (ends[b - 1] as number)))) throw new Unreadable('order of bounds')
  })
  const output = fasttreeOutput(model)

  return {
    numberOfFeatures: columns,
    numberOfOutputs: 1,
    numberOfTrees: shapes.length,
    score(cells) {
      const leaf = shapes.map(({ feature }, i) => {
        const value = Math.fround(cells[feature] as number)
        return Number.isNaN(value) ? 0 : (bounds[i] as number[]).findIndex((bound) => bound >= value)
      })
      const raw = [Math.fround(leaf.reduce((sum, bin, i) => sum + (effects[i]?.[bin] as number), bias))]
      return { raw, prediction: output(raw), leaf }
    },
  }
}
