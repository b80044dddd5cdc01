/** Attributes of an element by name. */
export type Attributes = Readonly<Record<string, string | number>>

/**
 * One SVG element; numbers are rounded to a tenth of a unit, text and attributes are escaped, children are not.
 *
 * @example element('line', { x1: 0.04, class: 'grid' }) // => '<line x1="0" class="grid"/>'
 */
export function element(name: string, attributes: Attributes, children: readonly string[] = []): string {
  const list = Object.entries(attributes).map(([key, value]) => ` ${key}="${attributeText(value)}"`)
  const open = `<${name}${list.join('')}`
  return children.length === 0 ? `${open}/>` : `${open}>${children.join('')}</${name}>`
}

/** A `text` element; the text is escaped. */
export function textElement(attributes: Attributes, text: string): string {
  return element('text', attributes, [escapeXml(text)])
}

/** Text as it may stand in an element or an attribute. @example escapeXml('a < b') // => 'a &lt; b' */
export function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}

function attributeText(value: string | number): string {
  return typeof value === 'number' ? String(Math.round(value * 10) / 10) : escapeXml(value)
}
