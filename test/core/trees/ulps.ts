/** Distance of two doubles in units in the last place: 0 for two NaNs and for +0 and -0, Infinity for NaN and a number. */
function ulps(a: number, b: number): number {
  if (a === b || (Number.isNaN(a) && Number.isNaN(b))) return 0
  if (Number.isNaN(a) || Number.isNaN(b)) return Infinity
  const distance = position(a) - position(b)
  return Number(distance < 0n ? -distance : distance)
}

/** Largest distance of two arrays' elements; Infinity if their lengths differ. */
export function largestUlps(a: Float64Array, b: Float64Array): number {
  if (a.length !== b.length) return Infinity
  return a.reduce((largest, value, i) => Math.max(largest, ulps(value, b[i] as number)), 0)
}

/** Number of a double in ascending order of all doubles. */
function position(value: number): bigint {
  const bits = new BigInt64Array(Float64Array.of(value).buffer)[0] as bigint
  return bits < 0n ? -(bits & 0x7fffffffffffffffn) : bits
}

/** `largestUlps` of float32 values. */
export function largestFloatUlps(a: Float64Array, b: Float64Array): number {
  if (a.length !== b.length) return Infinity
  const places = (values: Float64Array) =>
    new Int32Array(Float32Array.from(values).buffer).map((bits) => (bits < 0 ? -(bits & 0x7fffffff) : bits))
  const [left, right] = [places(a), places(b)]
  return left.reduce((most, place, i) => Math.max(most, Math.abs(place - right[i]!)), 0)
}
