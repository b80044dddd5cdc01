export interface Column {
  readonly title: string
  readonly align?: 'left' | 'right'
}

/** A GitHub table; columns are right-aligned by default, because most hold numbers. */
export function markdownTable(columns: readonly Column[], rows: readonly (readonly string[])[]): string {
  const rule = columns.map(({ align }) => (align === 'left' ? '---' : '---:'))
  const lines = [columns.map(({ title }) => title), rule, ...rows]
  return lines.map((cells) => `| ${cells.map(escapeCell).join(' | ')} |`).join('\n')
}

export function leftColumn(title: string): Column {
  return { title, align: 'left' }
}

export function numberColumn(title: string): Column {
  return { title }
}

function escapeCell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ')
}
