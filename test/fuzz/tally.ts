import type { Outcome } from './fuzz.ts'

interface Counts {
  accepted: number
  refused: number
}

/** Counts of accepted and refused mutants by format, and within it by kind of mutation. */
export type Tally = Map<string, Counts>

const separator = ': '

/** Counts an outcome once for its format and once for each kind of mutation in it. */
export function count(tally: Tally, { status, mutant }: Outcome): void {
  for (const key of new Set([mutant.format, ...mutant.kinds.map((kind) => mutant.format + separator + kind)])) {
    const counts = tally.get(key) ?? { accepted: 0, refused: 0 }
    counts[status]++
    tally.set(key, counts)
  }
}

export function add(tally: Tally, other: Tally): void {
  for (const [key, { accepted, refused }] of other) {
    const counts = tally.get(key) ?? { accepted: 0, refused: 0 }
    tally.set(key, { accepted: counts.accepted + accepted, refused: counts.refused + refused })
  }
}

/** Sum over all formats. */
export function total(tally: Tally): Counts {
  const formats = [...tally].filter(([key]) => !key.includes(separator)).map(([, counts]) => counts)
  return {
    accepted: formats.reduce((sum, { accepted }) => sum + accepted, 0),
    refused: formats.reduce((sum, { refused }) => sum + refused, 0),
  }
}
