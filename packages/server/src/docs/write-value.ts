/** How a language writes values. */
export interface Notation {
  readonly indent: '  ' | '    '
  readonly text: (text: string) => string
  readonly key: (name: string) => string
  /** What stands inside the braces of an object on one line. */
  readonly padding: '' | ' '
  readonly trailingComma: '' | ','
}

/** What requests of the examples are made of. */
export type Value = string | number | readonly Value[] | { readonly [name: string]: Value }

const widest = 80

/** On one line where it is short, else a line for each entry. */
export function writeValue(value: Value, notation: Notation, indent: string = ''): string {
  if (typeof value === 'string') return notation.text(value)
  if (typeof value === 'number') return String(value)
  const inner = indent + notation.indent
  const entries = entriesOf(value, notation, inner)
  const [open, close, padding] = Array.isArray(value) ? ['[', ']', ''] : ['{', '}', notation.padding]
  const line = `${open}${padding}${entries.join(', ')}${padding}${close}`
  if (indent.length + line.length <= widest && !line.includes('\n')) return line
  return `${open}\n${entries.map((entry) => inner + entry).join(',\n')}${notation.trailingComma}\n${indent}${close}`
}

function entriesOf(value: Exclude<Value, string | number>, notation: Notation, indent: string): readonly string[] {
  if (isList(value)) return value.map((item) => writeValue(item, notation, indent))
  return Object.entries(value).map(([name, field]) => `${notation.key(name)}: ${writeValue(field, notation, indent)}`)
}

function isList(value: Value): value is readonly Value[] {
  return Array.isArray(value)
}
