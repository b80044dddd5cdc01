/** The encodings out of `br` and `gzip` that an `Accept-Encoding` header allows; a quality of 0 forbids one. */
export function acceptedEncodings(header: string | undefined): ReadonlySet<string> {
  const qualities = new Map<string, number>()
  for (const part of (header ?? '').split(',')) {
    const [name = '', ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase())
    qualities.set(name === 'x-gzip' ? 'gzip' : name, qualityOf(parameters))
  }
  const any = qualities.get('*') ?? 0
  return new Set(['br', 'gzip'].filter((encoding) => (qualities.get(encoding) ?? any) > 0))
}

function qualityOf(parameters: readonly string[]): number {
  const quality = parameters.find((parameter) => parameter.startsWith('q='))
  if (quality === undefined) return 1
  const value = Number(quality.slice(2))
  return Number.isFinite(value) ? value : 0
}
