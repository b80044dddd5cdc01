/** p = 1 / (1 + exp(-(slope · score + offset))), so `slope · score + offset` is the logit of p. */
export interface Sigmoid {
  readonly slope: number
  readonly offset: number
}

/**
 * Raw score → prediction, s a score and p a prediction:
 *
 * - `identity`: p = s
 * - `sigmoid`: as above, every output by itself
 * - `exp`: p = e^s; `softplus`: p = ln(1 + e^s); `signedSquare`: p = sign(s) · s²
 * - `softmax`: p_k = e^(s_k - m) / Σ e^(s_j - m), m = max s (LightGBM) or 0 (ML.NET, where large scores overflow to NaN)
 * - `normalisedSigmoids`: p_k = σ_k(s_k) / Σ σ_j(s_j) over those that are not NaN
 */
export type Link =
  | { readonly kind: 'identity' | 'exp' | 'softplus' | 'signedSquare' }
  | ({ readonly kind: 'sigmoid' } & Sigmoid)
  | { readonly kind: 'softmax'; readonly shiftByMaximum: boolean }
  | { readonly kind: 'normalisedSigmoids'; readonly sigmoids: readonly Sigmoid[] }
