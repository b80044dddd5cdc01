import { SourceError } from '../source-error.ts'

/** @throws SourceError `encoding` for bytes that are not UTF-8 */
export function decodeText(bytes: Uint8Array, origin: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new SourceError('encoding', `${origin} answered what is not UTF-8`)
  }
}

/** @throws SourceError `html` for a page, `truncated` for JSON without its end, `not_json` for anything else */
export function parseJson(text: string, origin: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    const trimmed = text.trim()
    const [first = ''] = trimmed
    if (first === '<') throw new SourceError('html', `${origin} answered a page instead of JSON`)
    const end = first === '{' ? '}' : first === '[' ? ']' : null
    if (end !== null && !trimmed.endsWith(end)) {
      throw new SourceError('truncated', `${origin} answered JSON that stops after ${text.length} characters`)
    }
    throw new SourceError(
      'not_json',
      `${origin} answered ${text === '' ? 'nothing' : 'something else'} instead of JSON`,
    )
  }
}
