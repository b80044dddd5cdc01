/** Reads the first table below a heading of a Markdown document: its rows without the head, as trimmed cells. */
export function tableBelow(text: string, heading: string): readonly (readonly string[])[] {
  const section = text.split(/^(?=## )/m).find((part) => part.startsWith(`## ${heading}\n`))
  const [, , ...rows] = section?.match(/^\|.*\|$/gm) ?? []
  if (rows.length === 0) throw new Error(`there is no table below ${JSON.stringify(heading)}`)
  return rows.map((row) =>
    row
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim()),
  )
}

/** Reads the names in a cell that lists fields, such as `a`, `b`, [`c`]. Text in parentheses describes the name before it. */
export function fieldsIn(cell: string): { readonly always: readonly string[]; readonly sometimes: readonly string[] } {
  const bare = cell.replace(/\([^()]*\)/g, '')
  const sometimes = [...bare.matchAll(/\[`([^`]+)`\]/g)].map(([, name = '']) => name)
  const always = [...bare.replace(/\[[^\]]*\]/g, '').matchAll(/`([^`]+)`/g)].map(([, name = '']) => name)
  return { always, sometimes }
}
