import { element, escapeXml, textElement } from './element.ts'

/** What a picture consists of; sizes are pixels. */
export interface Picture {
  readonly width: number
  readonly height: number
  readonly title: string
  /** The picture in words, for people who cannot see it. */
  readonly description: string
  /** SVG elements as text, in the order of drawing. */
  readonly body: readonly string[]
  /** Begins the ids of the picture, so that a page may hold several. */
  readonly idPrefix?: string
}

// The page has its own colour: in an <img> the media query follows the browser, whose theme may differ from the site's, and text on
// a transparent background would then vanish. Series differ by shape as well as by colour.
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

/** Draws a picture on a page of its own, with a description for screen readers. */
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
