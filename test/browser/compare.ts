import { largestUlps } from '../core/trees/ulps.ts'
import type { Case } from './models.ts'
import { type Answer, type EngineName, fromBase64, type Model } from './pages/answers.ts'
import type { Report } from './pages/report.ts'

function answerOf(report: Report, model: Model, asked: EngineName): Answer {
  const found = report.answers.find((answer) => answer.model === model.name && answer.asked === asked)
  if (found === undefined) throw new Error(`no answer for ${model.name} on ${asked}`)
  return found
}

/** Differences between the answers of `asked` and of `js` in one report, or an engine other than `wanted`. */
export function differing(
  cases: readonly Case[],
  report: Report,
  asked: EngineName,
  wanted: { readonly engine?: string },
): string[] {
  return cases.flatMap(({ model }) => {
    const found = answerOf(report, model, asked)
    const expected = { ...answerOf(report, model, 'js'), asked, engine: found.engine, ...wanted }
    const keys = new Set([...Object.keys(found), ...Object.keys(expected)]) as Set<keyof Answer>
    return [...keys].filter((key) => found[key] !== expected[key]).map((key) => `${model.name}: ${key}`)
  })
}

/** Differences of `js` from the trainer: any bit of raw scores and leaves, and predictions beyond the error of `exp`. */
export function differingFromTrainer(cases: readonly Case[], report: Report): string[] {
  return cases.flatMap(({ model, expected }) => {
    const { raw, leaf, prediction, singleAlike, engine } = answerOf(report, model, 'js')
    const wrong = {
      engine: engine !== 'js',
      raw: expected.raw !== undefined && raw !== expected.raw,
      leaf: expected.leaf !== undefined && leaf !== expected.leaf,
      prediction: largestUlps(doubles(prediction ?? ''), doubles(expected.prediction)) > expected.ulps,
      single: singleAlike !== true,
    }
    return Object.entries(wrong).flatMap(([key, is]) => (is ? [`${model.name}: ${key}`] : []))
  })
}

function doubles(base64: string): Float64Array {
  return new Float64Array(fromBase64(base64).buffer)
}

/** Error code of each model; undefined when it answered. */
export function refusals(cases: readonly Case[], report: Report, asked: EngineName): (string | undefined)[] {
  return cases.map(({ model }) => answerOf(report, model, asked).error)
}
