import type { Block, Code, Inline, Row, Table } from './block.ts'
import { type Html, html } from './html.ts'

/** Blocks as HTML without styles or scripts inside it. What may be wider than a phone scrolls in a region of its own. */
export function toHtml(blocks: readonly Block[]): Html {
  return html`${blocks.map(blockHtml)}`
}

function blockHtml(block: Block): Html {
  switch (block.kind) {
    case 'heading':
      return headingHtml(block.level, inlineHtml(block.text), block.id)
    case 'paragraph':
      return html`<p>${inlineHtml(block.text)}</p>`
    case 'list':
      return html`<ul>${block.items.map((item) => html`<li>${inlineHtml(item)}</li>`)}</ul>`
    case 'table':
      return tableHtml(block)
    case 'code':
      return codeHtml(block)
    case 'section':
      return html`<section id="${block.id}">
${toHtml(block.blocks)}
</section>`
    case 'folded':
      return html`<details><summary>${block.title}</summary>${toHtml(block.blocks)}</details>`
  }
}

function headingHtml(level: 2 | 3 | 4, text: Html, id: string | undefined): Html {
  if (level === 2) return html`<h2${idHtml(id)}>${text}</h2>`
  return level === 3 ? html`<h3${idHtml(id)}>${text}</h3>` : html`<h4${idHtml(id)}>${text}</h4>`
}

function tableHtml({ label, head, rows }: Table): Html {
  const titles = head.map((title) => html`<th scope="col">${inlineHtml(title)}</th>`)
  return html`<div class="docs-table" role="region" aria-label="${label}" tabindex="0"><table>
<thead><tr>${titles}</tr></thead>
<tbody>${rows.map((row) => rowHtml(row, head.length > mostUnlabelled ? head : []))}</tbody>
</table></div>`
}

/** A phone shows the cells of a row below each other; where there are more columns than these, each with its column's name. */
const mostUnlabelled = 4

function rowHtml({ id, cells: [name = '', ...others] }: Row, head: readonly Inline[]): Html {
  const cells = others.map((cell, index) => {
    const label = head[index + 1]
    return html`<td${label === undefined ? html`` : html` data-label="${label}"`}>${inlineHtml(cell)}</td>`
  })
  return html`<tr${idHtml(id)}><th scope="row">${inlineHtml(name)}</th>${cells}</tr>`
}

function codeHtml({ label, text, language }: Code): Html {
  const marked = language === undefined ? html`` : html` data-lang="${language}"`
  return html`<pre${marked} role="region" aria-label="${label}" tabindex="0">${text}</pre>`
}

function idHtml(id: string | undefined): Html {
  return id === undefined ? html`` : html` id="${id}"`
}

const marks = /`([^`]+)`|\[((?:`[^`]+`|[^\]`])+)\]\(([^)\s]+)\)/

export function inlineHtml(text: Inline): Html {
  const found = marks.exec(text)
  if (found === null) return html`${text}`
  const [whole, code, linked = '', target = ''] = found
  const marked = code === undefined ? html`<a href="${target}">${inlineHtml(linked)}</a>` : html`<code>${code}</code>`
  return html`${text.slice(0, found.index)}${marked}${inlineHtml(text.slice(found.index + whole.length))}`
}
