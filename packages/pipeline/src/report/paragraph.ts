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
