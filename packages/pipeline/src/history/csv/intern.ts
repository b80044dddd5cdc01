/** Returns the first of equal strings, so that a name that occurs a million times is held once. */
export type Intern = <Text extends string | null>(text: Text) => Text

export function createIntern(): Intern {
  const seen = new Map<string, string>()
  return <Text extends string | null>(text: Text): Text => {
    if (text === null) return text
    const known = seen.get(text)
    if (known !== undefined) return known as Text
    // A cell may be a slice that keeps its whole chunk alive; a copy does not.
    const copy = Buffer.from(text, 'utf8').toString('utf8')
    seen.set(copy, copy)
    return copy as Text
  }
}
