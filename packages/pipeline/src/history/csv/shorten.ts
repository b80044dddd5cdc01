/** A cell or library message as messages show it: quoted, and never longer than a line. */
export function shorten(text: string): string {
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 57)}...` : text)
}
