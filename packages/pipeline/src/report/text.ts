/** A count with commas between thousands in every locale. */
export function toCount(value: number): string {
  return String(value).replace(/\B(?=(\d{3})+$)/g, ',')
}

export function toDecimal(value: number): string {
  return withMinus(value.toFixed(4))
}

/** A difference always with its sign, zero without. */
export function toSigned(value: number): string {
  const text = toDecimal(value)
  return Number(value.toFixed(4)) > 0 ? `+${text}` : text
}

export function toHundredths(value: number): string {
  return withMinus(value.toFixed(2))
}

export function toInterval(
  interval: { readonly low: number; readonly high: number },
  toText: (value: number) => string,
): string {
  return `[${toText(interval.low)}, ${toText(interval.high)}]`
}

// A true minus sign, and none before a value that rounds to zero.
function withMinus(text: string): string {
  return Number(text) === 0 ? text.replace('-', '') : text.replace('-', '−')
}

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

const lineWidth = 120

/** Text in lines of at most 120 characters, so that the source of the report reads as well as the page. */
export function paragraph(...sentences: readonly string[]): string {
  return wrap(sentences.join(' '), '')
}

/** A point of a list, its further lines indented below it. */
export function point(...sentences: readonly string[]): string {
  return `- ${wrap(sentences.join(' '), '  ')}`
}

// At the start of a line Markdown would read these as a list, a heading or a quotation.
const opensList = /^(?:[-+*>]|#+|\d+[.)])$/

function wrap(text: string, indent: string): string {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    if (line !== '' && !opensList.test(word) && indent.length + line.length + 1 + word.length > lineWidth) {
      lines.push(line)
      line = word
    } else line = line === '' ? word : `${line} ${word}`
  }
  return [...lines, line].join(`\n${indent}`)
}
