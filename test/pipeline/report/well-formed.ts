/** Names of the elements of an XML text (or XML-like HTML) in order; throws if tags, attributes or entities are not well-formed. */
export function elementsOf(xml: string): string[] {
  const names: string[] = []
  const open: string[] = []
  const token = /<(\/?)([a-zA-Z][a-zA-Z0-9]*)((?:\s+[a-zA-Z][a-zA-Z0-9:-]*="[^"<]*")*)\s*(\/?)>|([^<]+)/gy
  let at = 0
  for (let match = token.exec(xml); match !== null; match = token.exec(xml)) {
    at = token.lastIndex
    const [whole, closing, name, attributes = '', selfClosing] = match
    if (/&(?!amp;|lt;|gt;|quot;)/.test(whole)) throw new Error(`bare & in ${whole}`)
    if (name === undefined) continue
    const keys = [...attributes.matchAll(/([a-zA-Z0-9:-]+)="/g)].map(([, key]) => key)
    if (new Set(keys).size < keys.length) throw new Error(`repeated attribute in ${whole}`)
    if (closing === '/') {
      if (open.pop() !== name) throw new Error(`${whole} closes nothing`)
      continue
    }
    names.push(name)
    if (selfClosing !== '/') open.push(name)
  }
  if (at < xml.length) throw new Error(`no token at ${xml.slice(at, at + 40)}`)
  if (open.length > 0) throw new Error(`open at the end: ${open.join(', ')}`)
  return names
}
