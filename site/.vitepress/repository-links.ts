import { existsSync, statSync } from 'node:fs'
import { join, posix } from 'node:path'
import type { MarkdownRenderer } from 'vitepress'
import { siteFolders } from '../folders.ts'
import { pageOf } from '../gather/documents.ts'
import { sourcePageOf } from '../gather/sources.ts'

const { repository, pages } = siteFolders()

/** Points links between files of the repository at their pages: a README is the index of its folder. */
export function repositoryLinks(markdown: MarkdownRenderer): void {
  markdown.core.ruler.push('repository-links', ({ tokens, env }) => {
    for (const token of tokens.flatMap(({ children }) => children ?? [])) {
      const href = token.type === 'link_open' ? token.attrGet('href') : null
      if (href === null || /^(?:[a-z]+:|[/#])/i.test(href)) continue
      const [, path = '', fragment = ''] = /^([^#]*)(.*)$/.exec(href) ?? []
      token.attrSet('href', `/${pageAt(posix.join(posix.dirname(env.relativePath as string), path))}${fragment}`)
    }
  })
}

function pageAt(path: string): string {
  for (const page of [pageOf(path), posix.join(path, 'index.md')]) {
    if (page.endsWith('.md') && existsSync(join(pages, page))) return page
  }
  const file = join(repository, path)
  return sourcePageOf(posix.normalize(path).replace(/\/$/, ''), existsSync(file) && statSync(file).isDirectory())
}
