import { cutFasttree } from '../cut-fasttree.ts'
import { cutLightgbm } from '../cut-lightgbm.ts'
import { fixtures } from '../fixtures.ts'
import type { Json } from '../json.ts'
import type { JsonFormat, Original } from './json.ts'

type Originals = JsonFormat['originals']
type Cut = (model: Json) => Json

/** The LightGBM fixtures: small ones with two iterations, some larger ones, and whole ones. They are frozen and made once. */
export const lightgbmOriginals: () => Originals = once(() =>
  sizes(
    'lightgbm',
    (model) => cutLightgbm(model, 2, 5),
    (model) => cutLightgbm(model, 9, 40),
  ),
)

/** The ML.NET fixtures in the same three sizes. */
export const fasttreeOriginals: () => Originals = once(() =>
  sizes(
    'fasttree',
    (model) => cutFasttree(model, 2, 4, 5),
    (model) => cutFasttree(model, 9, 39, 64),
  ),
)

function sizes(trainer: 'lightgbm' | 'fasttree', small: Cut, medium: Cut): Originals {
  const whole: Original[] = fixtures(trainer, /\.json(\.gz)?$/).map(({ name, bytes }) => ({
    name,
    model: (JSON.parse(new TextDecoder().decode(bytes)) as { model: Json }).model,
  }))
  const eachCut = (cut: Cut) => whole.map(({ name, model }) => ({ name, model: cut(model) }))
  return { small: eachCut(small), medium: eachCut(medium), whole }
}

function once<T>(make: () => T): () => T {
  let made: T | undefined
  return () => {
    made ??= make()
    return made
  }
}
