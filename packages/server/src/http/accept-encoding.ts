/** A content coding that bodies are prepared in; null is none. */
export type Encoding = 'br' | 'gzip' | null

const all: readonly Encoding[] = ['br', 'gzip', null]

/**
 * The encodings that an `Accept-Encoding` header allows, by its qualities, then the shortest first (RFC 9110 12.5.3). No
 * encoding is always allowed, and the last choice where it is not named.
 */
export function acceptedEncodings(header: string | undefined): readonly Encoding[] {
  const qualities = new Map<string, number>()
  for (const part of (header ?? '').split(',')) {
    const [name = '', ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase())
    qualities.set(name === 'x-gzip' ? 'gzip' : name, qualityOf(parameters))
  }
  const any = qualities.get('*') ?? 0
  const quality = (encoding: Encoding): number => qualities.get(encoding ?? 'identity') ?? any
  return all
    .filter((encoding) => encoding === null || quality(encoding) > 0)
    .toSorted((first, second) => quality(second) - quality(first))
}

function qualityOf(parameters: readonly string[]): number {
  const quality = parameters.find((parameter) => parameter.startsWith('q='))
  if (quality === undefined) return 1
  const value = Number(quality.slice(2))
  return value >= 0 && value <= 1 ? value : 0
}
