import { malformed } from '@riftline/base'

/** A line of a text: from `start` to `end`, which is its `\n`, its `\r\n` or the end of the text. */
export interface TextLine {
  readonly text: string
  start: number
  end: number
  /** Where the line behind it begins. */
  next: number
}

/**
 * A position before the first line.
 * @throws ArtifactError `artifact_invalid` for a carriage return inside a line: LightGBM would end the line there
 */
export function linesOf(text: string): TextLine {
  for (let at = text.indexOf('\r'); at !== -1; at = text.indexOf('\r', at + 1)) {
    if (at + 1 < text.length && text.charCodeAt(at + 1) !== 10) {
      throw malformed('$', 'lines ended by \\n or \\r\\n', text.slice(Math.max(0, at - 20), at + 20))
    }
  }
  const start = text.startsWith('\uFEFF') ? 1 : 0
  return { text, start, end: start, next: start }
}

/** Goes to the next line; false when there is none. */
export function nextLine(line: TextLine): boolean {
  const { text, next } = line
  if (next >= text.length) return false
  const newline = text.indexOf('\n', next)
  const end = newline === -1 ? text.length : newline
  line.start = next
  line.end = end > next && text.charCodeAt(end - 1) === 13 ? end - 1 : end
  line.next = end + 1
  return true
}

/** Where the `=` of a `key=value` line is; -1 for a line without. A value may contain more of them. */
export function equalsSign(line: TextLine): number {
  for (let at = line.start; at < line.end; at++) if (line.text.charCodeAt(at) === 61) return at
  return -1
}

/** The beginning of a line, for messages. */
export function showLine(line: TextLine): string {
  return line.text.slice(line.start, Math.min(line.end, line.start + 60))
}
