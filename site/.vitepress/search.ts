import type { MarkdownEnv, MarkdownRenderer } from 'vitepress'

const rendered = new Map<string, string>()

/**
 * Options of the search: pages of source code are left out, references are found by their names and descriptions, and each page is read
 * once for both builds.
 */
export const searchOptions = {
  async _render(markdown: string, env: MarkdownEnv, renderer: MarkdownRenderer): Promise<string> {
    const known = rendered.get(env.relativePath)
    if (known !== undefined) return known
    // Words are searched, not colours.
    renderer.options.highlight = null
    const isLeftOut = /^---\n[\s\S]*?^search: false$/m.test(markdown)
    const html = isLeftOut ? '' : searchable(env.relativePath, await renderer.renderAsync(markdown, env))
    rendered.set(env.relativePath, html)
    return html
  },
}

/** Leaves out the parts in which all pages of a reference are alike: headings such as "Parameters", tables of types, lists of names. */
function searchable(path: string, html: string): string {
  if (!/^(?:http-)?api\//.test(path)) return html
  const own = html.replace(/<h2 id="names-of-other-entries"[\s\S]*/, '')
  return own.replaceAll(/<(h[4-6]|table|pre)\b[\s\S]*?<\/\1>/g, '')
}
