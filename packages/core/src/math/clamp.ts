/**
 * Nearest number to `value` inside [low, high]. Trusts low <= high.
 *
 * @example
 * clamp(1.2, 0, 1) // => 1
 * clamp(0.3, 0, 1) // => 0.3
 */
export function clamp(value: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, value))
}
