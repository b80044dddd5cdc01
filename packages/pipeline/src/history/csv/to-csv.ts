/** An unknown value is an empty cell, a flag is 1 or 0. */
export type Cell = string | number | boolean | null | undefined

/** A CSV with a header, each line ended by a line feed; texts are quoted where they have to be. */
export function toCsv(columns: readonly string[], rows: readonly (readonly Cell[])[]): string {
  return [columns, ...rows].map((cells) => `${cells.map(toCell).join(',')}\n`).join('')
}

function toCell(cell: Cell): string {
  if (cell === null || cell === undefined) return ''
  if (typeof cell === 'boolean') return cell ? '1' : '0'
  const text = String(cell)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
