/** Formats a count with its noun. @example amountOf(1, 'credit') // => '1 credit' */
export function amountOf(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}

/** Formats a whole number with commas between thousands, in every locale. @example toCount(20000) // => '20,000' */
export function toCount(value: number): string {
  return String(value).replace(/\B(?=(\d{3})+$)/g, ',')
}

/** Control characters except line ends and tabs, bidirectional marks, fillers, and noncharacters, which XML refuses. */
const hidden = /(?![\n\t])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}]/gu

/** Escapes hidden characters in foreign names, files and answers in the JSON way, so that a JSON document keeps its meaning. */
export function escapeHidden(text: string): string {
  return text.replace(hidden, escaped)
}

function escaped(character: string): string {
  return character
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('')
}

/** Formats rows as a table, with the first `left` columns aligned to the left and the others to the right. */
export function textTable(rows: readonly (readonly string[])[], left: number = 1): string {
  const [head = []] = rows
  const widths = head.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)))
  const padded = (cell: string, column: number): string =>
    column < left ? cell.padEnd(widths[column]!) : cell.padStart(widths[column]!)
  return rows.map((row) => `${row.map(padded).join('  ').trimEnd()}\n`).join('')
}
