import type { IncomingMessage } from 'node:http'

/** The values of a header by line, as in `headersDistinct`, which sorts all headers to read one. @param name in lower case */
export function headerLines({ rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>, name: string): readonly string[] {
  const lines: string[] = []
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const line = rawHeaders[index] ?? ''
    if (line.length === name.length && line.toLowerCase() === name) lines.push(rawHeaders[index + 1] ?? '')
  }
  return lines
}
