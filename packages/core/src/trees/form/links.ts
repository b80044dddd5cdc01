import type { Steps } from './steps.ts'

/** Logistic map p = 1 / (1 + exp(-(slope · score + offset))), so `slope · score + offset` is the logit of p. */
export interface Sigmoid {
  readonly slope: number
  readonly offset: number
}

/** Isotonic pieces, ascending: `value[i]` from `minimum[i]` to `maximum[i]`, linear between pieces, level outside. Float32. */
export interface Pieces {
  readonly minimum: readonly number[]
  readonly maximum: readonly number[]
  readonly value: readonly number[]
}

/** Bins of equal width from `start` on, each with its probability; scores outside belong to the first or the last bin. Float32. */
export interface Bins {
  readonly start: number
  readonly width: number
  readonly probability: readonly number[]
}

/** Map from the score of one output to a probability. */
export type Calibrator = Sigmoid | Pieces | Bins

/**
 * Map from raw scores to predictions; s is a score and p a prediction:
 *
 * - `identity`: p = s
 * - `sigmoid`: as above, every output by itself; with `mostExponent` the exponent is at most that (XGBoost, in float32 steps)
 * - `exp`: p = e^s, and at least `least` (CatBoost)
 * - `softplus`: p = ln(1 + e^s); `signedSquare`: p = sign(s) · s²; `step`: p = 1 if s > 0, else 0
 * - `softmax`: p_k = e^(s_k - m) / Σ e^(s_j - m), m = max s (LightGBM) or 0 (ML.NET, where large scores overflow to NaN); each exponential
 *   is at least `least` (CatBoost)
 * - `largest`: one prediction, the number of the first largest score
 * - `sorted`: the scores in ascending order; `softplusSteps`: p_0 = s_0, p_k = p_(k - 1) + 1e-6 + ln(1 + e^(s_k))
 * - `meanAndVariance`: of two scores p_0 = s_0 and p_1 = e^(2 s_1)
 * - `calibrated`: p = c(s), pieces or bins
 * - `normalisedSigmoids`: p_k = σ_k(s_k) / Σ σ_j(s_j) over those that are not NaN, σ a calibrator of any kind
 * - `onnx`: a transformation of ONNX's ensembles, then the operators behind them (`OnnxLink`)
 * - `pairwise`: the K (K + 1) / 2 scores belong to pairs of K classes; they are coupled to K probabilities
 */
export type Link =
  | {
      readonly kind:
        | 'identity'
        | 'softplus'
        | 'signedSquare'
        | 'step'
        | 'largest'
        | 'sorted'
        | 'softplusSteps'
        | 'meanAndVariance'
    }
  | { readonly kind: 'exp'; readonly least?: number }
  | ({ readonly kind: 'sigmoid'; readonly mostExponent?: number } & Sigmoid)
  | { readonly kind: 'softmax'; readonly shiftByMaximum: boolean; readonly least?: number }
  | { readonly kind: 'calibrated'; readonly calibrator: Pieces | Bins }
  | { readonly kind: 'normalisedSigmoids'; readonly sigmoids: readonly Calibrator[] }
  | { readonly kind: 'pairwise'; readonly calibrators: readonly Calibrator[] }
  | ({ readonly kind: 'onnx' } & OnnxLink)

/** Outputs of ONNX's ensembles, as ONNX Runtime computes them in float32. */
export interface OnnxLink {
  readonly transform: 'none' | 'logistic' | 'softmax' | 'softmaxZero' | 'probit'
  /**
   * Predictions of a row with one score s. `alone`: s, which only `probit` transforms. `opposite` and `complement`, for two labels: -s or
   * 1 - s, and s, which only `logistic` transforms. A row has one score if there is one output, or if no reached leaf names the second of two
   * outputs (except under `ofTwoLabels`).
   */
  readonly oneScore: 'alone' | 'opposite' | 'complement'
  /** Whether scores are doubles; a transformation rounds them first. */
  readonly inDoubles: boolean
  /** Whether predictions are rounded to float32 at the end. */
  readonly roundsLast: boolean
  /** Operators behind the ensemble; null if there are none. */
  readonly steps: Steps | null
  /** Registers of the predictions. */
  readonly outputs: readonly number[]
}

/** Whether models with this link tell classes apart, unless their trainer says otherwise. */
export function isClassifying(link: Link, decisionThreshold: number | null): boolean {
  return decisionThreshold !== null || classifyingLinks.has(link.kind)
}

const classifyingLinks: ReadonlySet<Link['kind']> = new Set<Link['kind']>([
  ...(['sigmoid', 'softmax', 'calibrated', 'normalisedSigmoids', 'pairwise', 'step', 'largest'] as const),
])

/** Number K of classes with `pairs` = K (K + 1) / 2 pairs, each class also paired with itself. Not a whole number if no such K exists. */
export function classesOfPairs(pairs: number): number {
  return (Math.sqrt(8 * pairs + 1) - 1) / 2
}
