import { escapeHidden } from '../io/escape-hidden.ts'

/** A name of at most so many columns, hidden characters shown; a wide character, as Korean has, takes two. */
export function shortName(name: string, columns: number): string {
  const shown = escapeHidden(name)
  if (columnsOf(shown) <= columns) return shown
  let short = ''
  for (const character of shown) {
    if (columnsOf(`${short}${character}…`) > columns) break
    short += character
  }
  return `${short.trimEnd()}…`
}

function columnsOf(text: string): number {
  return [...text].reduce((sum, character) => sum + (character >= '\u1100' && character !== '…' ? 2 : 1), 0)
}
