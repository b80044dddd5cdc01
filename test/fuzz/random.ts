/** Reproducible random numbers: mutant `number` of `seed` draws the same ones on every machine. */
export interface Random {
  /** A whole number in [0, limit), for limit >= 1. */
  below(limit: number): number
  /** True once in `times` calls on average. */
  oneIn(times: number): boolean
  pick<T>(items: readonly T[]): T
}

/** sfc32 (http://pracrand.sourceforge.net), seeded anew for every mutant. */
export function mutantRandom(seed: number, number: number): Random {
  let a = seed | 0
  let b = number | 0
  let c = Math.floor(number / 2 ** 32) | 0
  let counter = 1
  const next = (): number => {
    const sum = (a + b + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (((c << 21) | (c >>> 11)) + sum) | 0
    return sum >>> 0
  }
  for (let i = 0; i < 12; i++) next()
  const below = (limit: number) => Math.floor((next() / 2 ** 32) * limit)
  return {
    below,
    oneIn: (times) => below(times) === 0,
    pick: (items) => {
      if (items.length === 0) throw new Error('nothing to pick from')
      return items[below(items.length)] as never
    },
  }
}
