/** HTML that may be put into a page as it is. */
export interface Html {
  readonly html: string
}

type Part = string | number | Html | readonly Html[]

/** A template whose values are escaped unless they are HTML already. */
export function html(texts: TemplateStringsArray, ...values: readonly Part[]): Html {
  const parts = texts.map((text, index) => text + (index < values.length ? toHtml(values[index] ?? '') : ''))
  return { html: parts.join('') }
}

function toHtml(part: Part): string {
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

/** @param rows what `row` makes */
export function table(head: readonly string[], rows: readonly Html[]): Html {
  const titles = head.map((title) => html`<th>${title}</th>`)
  return html`<table><thead><tr>${titles}</tr></thead><tbody>${rows}</tbody></table>`
}

export function row(...cells: readonly Part[]): Html {
  return html`<tr>${cells.map((cell) => html`<td>${cell}</td>`)}</tr>`
}

/** Paragraphs, and `code` between backticks. */
export function prose(text: string): readonly Html[] {
  return text.split('\n\n').map((paragraph) => html`<p>${codeSpans(paragraph)}</p>`)
}

function codeSpans(text: string): Html {
  const parts = text.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : html`${part}`))
  return { html: parts.map((part) => part.html).join('') }
}
