import type { Block, Code, Inline, Table } from './block.ts'

/** Blocks as Markdown of GitHub's kind: inline text is Markdown already. */
export function toMarkdown(blocks: readonly Block[]): string {
  return blocks.map(blockMarkdown).join('\n\n')
}

function blockMarkdown(block: Block): string {
  switch (block.kind) {
    case 'heading':
      return `${'#'.repeat(block.level)} ${block.text}`
    case 'paragraph':
      return block.text
    case 'list':
      return block.items.map((item) => `- ${item}`).join('\n')
    case 'table':
      return tableMarkdown(block)
    case 'code':
      return codeMarkdown(block)
    case 'section':
      return toMarkdown(block.blocks)
    case 'folded':
      return `${block.title}:\n\n${toMarkdown(block.blocks)}`
  }
}

function tableMarkdown({ head, rows }: Table): string {
  const lines = [head, head.map(() => '---'), ...rows.map(({ cells }) => cells)]
  return lines.map((cells) => `| ${cells.map(cellText).join(' | ')} |`).join('\n')
}

/** Inside code too a bar ends a cell. */
function cellText(text: Inline): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ')
}

function codeMarkdown({ text, language }: Code): string {
  const name = language === 'curl' ? 'sh' : (language ?? '')
  return `\`\`\`${name}\n${text}\n\`\`\``
}
