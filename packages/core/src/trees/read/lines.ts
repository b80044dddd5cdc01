import { malformed } from '@riftline/base'
import { asBytes } from './byte-reader.ts'

/** Text, its bytes in UTF-8, or consecutive pieces of these bytes. */
export type TextSource = string | Uint8Array | Iterable<Uint8Array>

/** Returns the next line of a text; undefined after the last one. */
export type LineReader = () => string | undefined

/**
 * Reads the lines of a text without making one string of it. Refuses a carriage return inside a line, as LightGBM would end the line there.
 */
export function readLines(source: TextSource): LineReader {
  const next = typeof source === 'string' ? linesOfText(source) : linesOfBytes(piecesOf(source))
  let isFirst = true
  return () => {
    let line = next()
    if (line === undefined) return undefined
    if (isFirst) line = line.replace(/^\uFEFF/, '')
    isFirst = false
    const at = line.indexOf('\r')
    if (at === -1) return line
    if (at === line.length - 1) return line.slice(0, -1)
    throw malformed('$', 'lines ended by \\n or \\r\\n', line.slice(Math.max(0, at - 20), at + 20))
  }
}

function piecesOf(source: Exclude<TextSource, string>): Iterator<Uint8Array> {
  return (ArrayBuffer.isView(source) ? [source as Uint8Array] : source)[Symbol.iterator]()
}

function linesOfText(text: string): LineReader {
  let at = 0
  return () => {
    if (at > text.length) return undefined
    const found = text.indexOf('\n', at)
    const end = found === -1 ? text.length : found
    const line = text.slice(at, end)
    at = end + 1
    return line
  }
}

const newline = 10

function linesOfBytes(pieces: Iterator<Uint8Array>): LineReader {
  const utf8 = new TextDecoder('utf-8', { ignoreBOM: true })
  let piece: Uint8Array = new Uint8Array(0)
  let at = 0
  let isEnded = false

  /** Moves to the next piece; returns whether there is one. */
  function advance(): boolean {
    const { done, value } = pieces.next()
    if (done === true) return false
    const bytes = asBytes(value)
    if (bytes === null) throw malformed('$', 'text, its bytes, or pieces of these', value)
    piece = bytes
    at = 0
    return true
  }

  return () => {
    if (isEnded) return undefined
    let line = ''
    for (;;) {
      const end = piece.indexOf(newline, at)
      if (end !== -1) {
        line += utf8.decode(piece.subarray(at, end))
        at = end + 1
        return line
      }
      line += utf8.decode(piece.subarray(at), { stream: true })
      if (!advance()) {
        isEnded = true
        return line + utf8.decode()
      }
    }
  }
}
