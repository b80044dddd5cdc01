/**
 * Numbers in [0, 1) that are the same on every platform for the same seed: an additive counter through a 32-bit mixer
 * (mulberry32, public domain, https://gist.github.com/tommyettinger/46a874533244883189143505d203312c).
 */
export function seededUniform(seed: number): () => number {
  let counter = seed | 0
  return () => {
    counter = (counter + 0x6d2b79f5) | 0
    let z = Math.imul(counter ^ (counter >>> 15), counter | 1)
    z ^= z + Math.imul(z ^ (z >>> 7), z | 61)
    return ((z ^ (z >>> 14)) >>> 0) / 2 ** 32
  }
}
