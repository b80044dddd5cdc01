/** Content and size of a picture; sizes are pixels. */
export interface Picture {
  readonly width: number
  readonly height: number
  readonly title: string
  /** Description of the picture for people who cannot see it. */
  readonly description: string
  /** SVG elements as text, in drawing order. */
  readonly body: readonly string[]
  /** Prefix of the picture's ids, so that a page may hold several pictures. */
  readonly idPrefix?: string
}

// The background is painted: in an <img> the media query follows the browser, whose theme may differ from the site's, and text on
// a transparent background could then be invisible. Series differ in shape as well as in colour.
const style = [
  'text{font:12px system-ui,-apple-system,"Segoe UI",Helvetica,Arial,sans-serif;fill:#1f2328}',
  '.heading{font-size:14px;font-weight:600}',
  '.quiet{fill:#59636e}',
  '.page{fill:#ffffff}',
  '.grid{stroke:#d1d9e0;stroke-width:1}',
  '.axis{stroke:#59636e;stroke-width:1}',
  '.reference{stroke:#59636e;stroke-width:1.2;stroke-dasharray:5 4}',
  '.band{fill:#0969da;fill-opacity:.13}',
  '.first{fill:#0969da;stroke:#0969da}',
  '.second{fill:#bc4c00;stroke:#bc4c00}',
  '.third{fill:#1a7f37;stroke:#1a7f37}',
  '.hollow{fill:none}',
  '.mark{stroke-width:1.8}',
  '@media(prefers-color-scheme:dark){',
  'text{fill:#e6edf3}.quiet{fill:#9198a1}.page{fill:#0d1117}.grid{stroke:#30363d}',
  '.axis,.reference{stroke:#9198a1}.band{fill:#4493f8;fill-opacity:.2}',
  '.first{fill:#4493f8;stroke:#4493f8}.second{fill:#f0883e;stroke:#f0883e}.third{fill:#3fb950;stroke:#3fb950}',
  '.hollow{fill:none}}',
].join('')

/** Draws a picture with its own background and a description for screen readers. */
export function drawPicture({ width, height, title, description, body, idPrefix = '' }: Picture): string {
  const root = {
    xmlns: 'http://www.w3.org/2000/svg',
    width,
    height,
    viewBox: `0 0 ${width} ${height}`,
    role: 'img',
    'aria-labelledby': `${idPrefix}title ${idPrefix}description`,
  }
  const lines = [
    element('title', { id: `${idPrefix}title` }, [escapeXml(title)]),
    element('desc', { id: `${idPrefix}description` }, [escapeXml(description)]),
    element('style', {}, [style]),
    element('rect', { class: 'page', width, height, rx: 6 }),
    textElement({ class: 'heading', x: 16, y: 24 }, title),
    ...body,
  ]
  return `${element('svg', root, [`\n${lines.join('\n')}\n`])}\n`
}

interface Axis {
  readonly scale: Scale
  readonly ticks: readonly number[]
  readonly toText: (value: number) => string
}

/** The rectangle around the marks, in units of the picture. */
interface Frame {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

/** Vertical grid lines with their numbers below. */
export function horizontalAxis({ scale, ticks, toText }: Axis, { top, bottom }: Frame): string[] {
  return ticks.flatMap((tick) => {
    const x = scale(tick)
    return [
      element('line', { class: 'grid', x1: x, x2: x, y1: top, y2: bottom }),
      textElement({ class: 'quiet', x, y: bottom + 17, 'text-anchor': 'middle' }, toText(tick)),
    ]
  })
}

/** Horizontal grid lines with their numbers on the left. */
export function verticalAxis({ scale, ticks, toText }: Axis, { left, right }: Frame): string[] {
  return ticks.flatMap((tick) => {
    const y = scale(tick)
    return [
      element('line', { class: 'grid', x1: left, x2: right, y1: y, y2: y }),
      textElement({ class: 'quiet', x: left - 8, y: y + 4, 'text-anchor': 'end' }, toText(tick)),
    ]
  })
}

/** Attributes of an element by name. */
type Attributes = Readonly<Record<string, string | number>>

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

/** Escapes text for use in an element or an attribute. @example escapeXml('a < b') // => 'a &lt; b' */
export function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}

function attributeText(value: string | number): string {
  return typeof value === 'number' ? String(Math.round(value * 10) / 10) : escapeXml(value)
}

/** Maps data linearly to units of the picture. */
export type Scale = (value: number) => number

export function linearScale([low, high]: readonly [number, number], [start, end]: readonly [number, number]): Scale {
  return (value) => start + ((value - low) / (high - low)) * (end - start)
}

/** Multiples of a step from `low` to `high` inclusive. @example ticks(0.1, 1, 0.5) // => [0.5, 1] */
export function ticks(low: number, high: number, step: number): number[] {
  const first = Math.ceil(low / step - 1e-9)
  const last = Math.floor(high / step + 1e-9)
  return Array.from({ length: last - first + 1 }, (_, index) => Math.round((first + index) * step * 1e6) / 1e6)
}
