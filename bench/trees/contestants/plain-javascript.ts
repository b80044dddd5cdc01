import { catboostScorer } from '../plain/catboost.ts'
import { fasttreeScorer } from '../plain/fasttree.ts'
import { lightgbmScorer } from '../plain/lightgbm.ts'
import { pcaSweepScorer } from '../plain/pca-sweep.ts'
import type { Problem } from '../problem.ts'
import type { JavaScriptContestant, Scorer } from './contestant.ts'

/** Walks over parsed JSON by format; null for formats without one. */
const walks: Readonly<Record<Problem['format'], ((problem: Problem) => Scorer) | null>> = {
  lightgbm: lightgbmScorer,
  xgboost: null,
  onnx: null,
  catboost: catboostScorer,
  'mlnet-fasttree': fasttreeScorer,
  'riftline-pcasweep': pcaSweepScorer,
}

/** Walk over parsed JSON. It shares no code with riftline's engines, so it can also give the answer for the shipped trees. */
export const plainJavaScript: JavaScriptContestant = {
  name: 'JS object walk',
  language: 'javascript',
  warmsUp: true,
  isExact: ({ format }) => format !== 'riftline-pcasweep',
  reasonToSkip: ({ format }) => (walks[format] === null ? 'has a walk of LightGBM, CatBoost and ML.NET only' : null),
  prepare: async (problem) => walks[problem.format]!(problem),
}
