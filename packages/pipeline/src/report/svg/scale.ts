/** Maps data linearly to units of the picture. */
export type Scale = (value: number) => number

/** The scale that maps `[low, high]` to `[start, end]`. @example linearScale([0, 1], [100, 0])(0.25) // => 75 */
export function linearScale([low, high]: readonly [number, number], [start, end]: readonly [number, number]): Scale {
  return (value) => start + ((value - low) / (high - low)) * (end - start)
}

/** Whole multiples of a step from `low` to `high`, both included where they are multiples. @example ticks(0.1, 1, 0.5) // => [0.5, 1] */
export function ticks(low: number, high: number, step: number): number[] {
  const first = Math.ceil(low / step - 1e-9)
  const last = Math.floor(high / step + 1e-9)
  return Array.from({ length: last - first + 1 }, (_, index) => Math.round((first + index) * step * 1e6) / 1e6)
}
