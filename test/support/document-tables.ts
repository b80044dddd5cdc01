/** The rows of the first table below a heading of a Markdown document, without its head: trimmed cells. */
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

/** Names in a cell that lists fields: `a`, `b`, [`c`]; what stands in parentheses describes the one before. */
export function fieldsIn(cell: string): { readonly always: readonly string[]; readonly sometimes: readonly string[] } {
  const bare = cell.replace(/\([^()]*\)/g, '')
  const sometimes = [...bare.matchAll(/\[`([^`]+)`\]/g)].map(([, name = '']) => name)
  const always = [...bare.replace(/\[[^\]]*\]/g, '').matchAll(/`([^`]+)`/g)].map(([, name = '']) => name)
  return { always, sometimes }
}
