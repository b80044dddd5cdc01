import type { MarkdownRenderer } from 'vitepress'

/** Fits blocks to the site: cells are aligned by classes, since the policy refuses style attributes, and indented code looks like fenced code. */
export function fitBlocks(markdown: MarkdownRenderer): void {
  markdown.core.ruler.push('fitted-blocks', ({ tokens }) => {
    for (const token of tokens) {
      if (token.type === 'code_block') Object.assign(token, { type: 'fence', info: 'txt', markup: '```' })
      const [, side] = /text-align:\s*(\w+)/.exec(token.attrGet('style') ?? '') ?? []
      if (side === undefined) continue
      token.attrs = (token.attrs ?? []).filter(([name]) => name !== 'style')
      token.attrJoin('class', `align-${side}`)
    }
  })
}
