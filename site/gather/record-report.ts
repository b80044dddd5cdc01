import { malformed } from '@riftline/base'

/** REPORT.md, whose numbers are in no other file. */
export interface Report {
  readonly text: string
  readonly tables: readonly ReportTable[]
}

/** A table, cells as they are written. */
interface ReportTable {
  readonly section: string
  readonly columns: readonly string[]
  readonly rows: readonly (readonly string[])[]
}

/** The cell of a row by the name of its column. */
export type ReportRow = (column: string) => string

export function parseReport(text: string): Report {
  const tables: ReportTable[] = []
  let section = ''
  let lines: string[] = []
  for (const line of [...text.split('\n'), '']) {
    if (line.startsWith('|')) {
      lines.push(line)
      continue
    }
    const [columns, , ...rows] = lines.map(cellsOf)
    if (columns !== undefined) tables.push({ section, columns, rows })
    lines = []
    if (line.startsWith('## ')) section = line.slice(3)
  }
  return { text, tables }
}

function cellsOf(line: string): string[] {
  return line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim())
}

/** Rows of the first table of a section that has all these columns. */
export function reportRows({ tables }: Report, section: string, columns: readonly string[]): ReportRow[] {
  const place = `artifacts/REPORT.md, ${section}`
  const table = tables.find((one) => one.section === section && columns.every((name) => one.columns.includes(name)))
  if (table === undefined) throw malformed(place, `a table with the columns ${columns.join(', ')}`, 'none')
  return table.rows.map((row) => (column) => {
    const cell = row[table.columns.indexOf(column)]
    if (cell === undefined) throw malformed(place, `a column ${column}`, table.columns.join(', '))
    return cell
  })
}

/** @example reportNumber('−1,204.5') // => -1204.5 */
export function reportNumber(cell: string): number {
  const value = Number(cell.replace('−', '-').replaceAll(',', ''))
  if (cell === '' || Number.isNaN(value)) throw malformed('artifacts/REPORT.md', 'a number', cell)
  return value
}

/** Reads `[+0.05, +0.07]`, also behind a value; null where the report gives no interval. */
export function reportInterval(cell: string): readonly [number, number] | null {
  const [, low, high] = /\[(\S+), (\S+)\]$/.exec(cell) ?? []
  return low === undefined || high === undefined ? null : [reportNumber(low), reportNumber(high)]
}
