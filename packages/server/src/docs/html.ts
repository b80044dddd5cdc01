/** HTML that may be put into a page as it is. */
export interface Html {
  readonly html: string
}

type Part = string | number | Html | readonly Html[]

/** A template whose values are escaped unless they are HTML already. */
export function html(texts: TemplateStringsArray, ...values: readonly Part[]): Html {
  const parts = texts.map((text, index) => text + (index < values.length ? toText(values[index] ?? '') : ''))
  return { html: parts.join('') }
}

function toText(part: Part): string {
  if (typeof part === 'string' || typeof part === 'number') return escapeHtml(String(part))
  return 'html' in part ? part.html : part.map((item) => item.html).join('\n')
}

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => entities.get(character) ?? character)
}

const entities = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ["'", '&#39;'],
])
