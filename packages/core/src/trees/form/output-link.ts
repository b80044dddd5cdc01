/** p = 1 / (1 + exp(-(slope · score + offset))), so `slope · score + offset` is the logit of p. */
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

/** Bins of one width from `start` on, each with its probability; scores outside belong to the first and the last. Float32. */
export interface Bins {
  readonly start: number
  readonly width: number
  readonly probability: readonly number[]
}

/** Score → probability of one output. */
export type Calibrator = Sigmoid | Pieces | Bins

/**
 * Raw score → prediction, s a score and p a prediction:
 *
 * - `identity`: p = s
 * - `sigmoid`: as above, every output by itself
 * - `exp`: p = e^s; `softplus`: p = ln(1 + e^s); `signedSquare`: p = sign(s) · s²
 * - `softmax`: p_k = e^(s_k - m) / Σ e^(s_j - m), m = max s (LightGBM) or 0 (ML.NET, where large scores overflow to NaN)
 * - `calibrated`: p = c(s), pieces or bins
 * - `normalisedSigmoids`: p_k = σ_k(s_k) / Σ σ_j(s_j) over those that are not NaN, σ a calibrator of any kind
 * - `pairwise`: the K (K + 1) / 2 scores are those of pairs of K classes; `pairwise.ts` couples them
 */
export type Link =
  | { readonly kind: 'identity' | 'exp' | 'softplus' | 'signedSquare' }
  | ({ readonly kind: 'sigmoid' } & Sigmoid)
  | { readonly kind: 'softmax'; readonly shiftByMaximum: boolean }
  | { readonly kind: 'calibrated'; readonly calibrator: Pieces | Bins }
  | { readonly kind: 'normalisedSigmoids'; readonly sigmoids: readonly Calibrator[] }
  | { readonly kind: 'pairwise'; readonly calibrators: readonly Calibrator[] }

/** K of so many pairs of K classes, each class with itself among them: K (K + 1) / 2. No whole number where there is no such K. */
export function classesOfPairs(pairs: number): number {
  return (Math.sqrt(8 * pairs + 1) - 1) / 2
}
