/** Returns the values of a header, one for each of its lines. @param name in lower case */
export function headerLines(
  { rawHeaders }: { readonly rawHeaders: readonly string[] },
  name: string,
): readonly string[] {
  let lines: string[] | undefined
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const line = rawHeaders[index] ?? ''
    if (line.length !== name.length || line.toLowerCase() !== name) continue
    const value = rawHeaders[index + 1] ?? ''
    if (lines === undefined) lines = [value]
    else lines.push(value)
  }
  return lines ?? none
}

const none: readonly string[] = []
