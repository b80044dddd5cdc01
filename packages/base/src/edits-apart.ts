/** Longer texts are no names. */
const mostChars = 80
/** Rows of the table, used again: one call at a time. */
const rows = [0, 1, 2].map(() => new Uint8Array(mostChars + 1))

/**
 * Number of edits between two texts, each a letter inserted, removed or replaced, or two neighbours swapped. Null above `most`, which ends
 * the count early, and for a text of more than 80 characters.
 * @example editsApart('fakre', 'faker', 2) // => 1
 */
export function editsApart(a: string, b: string, most: number): number | null {
  if (Math.abs(a.length - b.length) > most || Math.max(a.length, b.length) > mostChars) return null
  let [before, row, next] = rows as [Uint8Array, Uint8Array, Uint8Array]
  for (let j = 0; j <= b.length; j++) row[j] = j
  for (let i = 1; i <= a.length; i++) {
    const letter = a.charCodeAt(i - 1)
    const last = i > 1 ? a.charCodeAt(i - 2) : -1
    let least = i
    next[0] = i
    for (let j = 1; j <= b.length; j++) {
      const other = b.charCodeAt(j - 1)
      let edits = Math.min(row[j - 1]! + (letter === other ? 0 : 1), row[j]! + 1, next[j - 1]! + 1)
      if (j > 1 && last === other && letter === b.charCodeAt(j - 2)) edits = Math.min(edits, before[j - 2]! + 1)
      next[j] = edits
      if (edits < least) least = edits
    }
    if (least > most) return null
    ;[before, row, next] = [row, next, before]
  }
  const edits = row[b.length]!
  return edits > most ? null : edits
}
