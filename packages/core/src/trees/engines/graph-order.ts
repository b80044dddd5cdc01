import type { GraphTests } from './graph-tests.ts'

/** Graphs of so few tests lie in the processor's nearer caches as a whole. */
const fewTests = 8192

/**
 * Orders the pairs below tests: each is followed by the one below the heavier of its two, so that most
 * walks find the next test in the cache line that they have just read. Gives the place of every test's pair.
 *
 * @param leafWeight how many rows reach a leaf; null when that is not known, then all count the same
 */
export function orderPairs({ yes, no, root }: GraphTests, leafWeight: Float64Array | null): Int32Array {
  const place = new Int32Array(yes.length)
  if (yes.length <= fewTests) {
    for (let test = 0; test < place.length; test++) place[test] = test
    return place
  }

  const weight = new Float64Array(yes.length)
  const weightOf = (target: number) => (target >= 0 ? weight[target]! : leafWeight === null ? 1 : leafWeight[~target]!)
  for (let test = yes.length - 1; test >= 0; test--) weight[test] = weightOf(yes[test]!) + weightOf(no[test]!)

  place.fill(-1)
  const pending: number[] = []
  let placed = 0
  for (let tree = 0; tree < root.length; tree++) {
    pending.push(root[tree]!)
    while (pending.length > 0) {
      const test = pending.pop()!
      if (test < 0 || place[test] !== -1) continue
      place[test] = placed++
      const yesFirst = weightOf(yes[test]!) >= weightOf(no[test]!)
      pending.push(yesFirst ? no[test]! : yes[test]!)
      pending.push(yesFirst ? yes[test]! : no[test]!)
    }
  }
  return place
}
