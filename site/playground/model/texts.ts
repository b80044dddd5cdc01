import type { OpenedModel } from './open-model.ts'

/** Names of the trainers as they write them. */
const trainers: Readonly<Record<string, string>> = {
  lightgbm: 'LightGBM',
  xgboost: 'XGBoost',
  catboost: 'CatBoost',
  mlnet: 'ML.NET',
  onnx: 'ONNX',
}

/** Words for links that their kinds do not explain. */
const links: Readonly<Record<string, string>> = {
  identity: 'none',
  exp: 'exponential',
  largest: 'largest score',
  calibrated: 'calibrator',
  normalisedSigmoids: 'sigmoids, normalised',
  meanAndVariance: 'mean and variance',
  onnx: 'as the file says',
}

/** Facts of a model, each with its name. */
export function factsOf({ report, seconds }: OpenedModel): readonly (readonly [name: string, value: string])[] {
  const facts: readonly (readonly [string, string | number | null])[] = [
    ['Format', [trainers[report.format] ?? report.format, report.version].filter(Boolean).join(' ')],
    ['Objective', report.objective ?? 'the file does not say'],
    ['Link', links[report.link] ?? report.link],
    ['Trees', toCount(report.trees)],
    ['Leaves', toCount(report.leaves)],
    ['Depth', report.deepest],
    ['Features', toCount(report.numberOfFeatures)],
    ['Tested features', toCount(report.features.length)],
    ['Outputs', toCount(report.outputs)],
    ['Classes', report.classes],
    ['Best iteration', report.bestIteration],
    ['Read in', toTime(seconds)],
  ]
  return facts.flatMap(([name, value]) => (value === null ? [] : [[name, String(value)] as const]))
}

export function toCount(count: number): string {
  return count.toLocaleString('en')
}

export function toBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`
  return bytes < 1e6 ? `${(bytes / 1e3).toFixed(1)} kB` : `${(bytes / 1e6).toFixed(1)} MB`
}

export function toTime(seconds: number): string {
  if (seconds < 1e-3) return `${Number((seconds * 1e6).toPrecision(2))} µs`
  if (seconds < 1) return `${Number((seconds * 1e3).toPrecision(2))} ms`
  return `${seconds.toFixed(1)} s`
}

/** A number for a picture, where all its digits would not fit. */
export function toShort(value: number): string {
  return String(Number(value.toPrecision(5)))
}

/** A text in which a number with many digits is rounded. */
export function withShortNumber(text: string): string {
  return text.replace(/(^|<=? )(-?\d*\.\d{4,}(?:e[+-]?\d+)?)/, (_, before, number) => before + toShort(Number(number)))
}

export function toSigned(value: number): string {
  return `${value < 0 ? '−' : '+'}${Number(Math.abs(value).toPrecision(4))}`
}
