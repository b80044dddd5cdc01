// Math: functions whose bits are the same on every platform, and chance from a seed

export { race, seriesProbability } from './math/distributions.ts'
export { exp } from './math/exp.ts'
export { log, log1p } from './math/log.ts'
export { clamp, clippedLogit, logitClip, sigmoid } from './math/log-odds.ts'
export { type SeededRandom, seededRandom } from './math/seeded-random.ts'
export { sha256 } from './math/sha256.ts'
export { shapleyValues } from './math/shapley-values.ts'
