import { invalidOption } from './errors.ts'

/** Refuses unknown options: a misspelt option would be ignored and its default used. */
export function refuseUnknown(options: object, known: readonly string[]): void {
  for (const name in options) {
    if (!known.includes(name)) throw invalidOption(`${name}: unknown; did you mean ${nearestName(name, known)}?`)
  }
}

/** Length to which names are cut. */
const mostChars = 60

/** Known name that takes the fewest edits, ignoring case, `_` and `-`. */
export function nearestName(name: string, known: readonly string[]): string | undefined {
  const distances = known.map((one) => edits(plain(name), plain(one)))
  return known[distances.indexOf(Math.min(...distances))]
}

function plain(name: string): string {
  return name.slice(0, mostChars).toLowerCase().replace(/[_-]/g, '')
}

/** Counts inserted, removed and replaced letters; two swapped neighbours are one edit. */
function edits(a: string, b: string): number {
  let before: number[] = []
  let row = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1]
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      const changed = Math.min(row[j - 1]! + (isSame ? 0 : 1), row[j]! + 1, next[j - 1]! + 1)
      next.push(isSwapped ? Math.min(changed, before[j - 2]! + 1) : changed)
    }
    before = row
    row = next
  }
  return row[b.length]!
}
