import { requireForecasts } from '../math/check-forecasts.ts'

/**
 * Folds forecasts to the favourite's side, so that each match is looked at once and from the same angle.
 *
 * x = max(p, 1 - p); t = y where p > 1/2, 1 - y where p < 1/2, and 1/2 where p = 1/2: a match without a favourite says
 * nothing about favourites. Swapping the sides of any match leaves its pair unchanged.
 *
 * @returns x in [1/2, 1] and t in [0, 1], in input order
 * @throws RiftlineError `invalid_argument`
 * @example
 * foldToFavourite([0.75, 0.25, 0.5], [1, 1, 0]) // => { x: [0.75, 0.75, 0.5], t: [1, 0, 0.5] }
 */
export function foldToFavourite(
  predictions: ArrayLike<number>,
  outcomes: ArrayLike<number>,
): { x: number[]; t: number[] } {
  requireForecasts(predictions, outcomes)
  const x: number[] = []
  const t: number[] = []
  for (let i = 0; i < predictions.length; i++) {
    const p = predictions[i] ?? 0
    const y = outcomes[i] ?? 0
    x.push(Math.max(p, 1 - p))
    t.push(p === 0.5 ? 0.5 : p > 0.5 ? y : 1 - y)
  }
  return { x, t }
}
