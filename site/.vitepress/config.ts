import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defaultClientConditions, defaultServerConditions } from 'vite'
import { defineConfig } from 'vitepress'
import { siteFolders } from '../folders.ts'
import { codeColours, codeStylePath, writeCodeStyle } from './code-colours.ts'
import { withPolicy } from './content-security-policy.ts'
import { descriptionOf } from './description.ts'
import { githubAnchor } from './github-anchor.ts'
import { fitBlocks } from './markdown-blocks.ts'
import { nav, sidebars } from './navigation.ts'
import { atAnyDepth } from './not-found.ts'
import { repositoryLinks } from './repository-links.ts'
import { searchOptions } from './search.ts'

const { repository, site, pages, output } = siteFolders()
const source = '@riftline/source'

export default defineConfig({
  title: 'riftline',
  description: 'Predicts League of Legends esports series, in plain TypeScript',
  lang: 'en',
  // Every address is relative, so the site works at any path of any host.
  base: './',
  // The switch would add a style element, which the policy refuses.
  appearance: { disableTransition: false },
  srcDir: pages,
  outDir: output,
  cacheDir: `${site}/.build/cache`,
  markdown: {
    ...codeColours,
    anchor: { slugify: githubAnchor },
    config: (markdown) => {
      markdown.use(repositoryLinks)
      markdown.use(fitBlocks)
    },
  },
  transformPageData: ({ relativePath, frontmatter, description }) => ({
    description: description || descriptionOf(readFileSync(join(pages, relativePath), 'utf8'), frontmatter.description),
    // Pages of documents end with a footer of their own.
    frontmatter: { ...frontmatter, footer: frontmatter.layout === 'home' },
  }),
  transformHead: ({ page }) => {
    const root = '../'.repeat(page.split('/').length - 1) || './'
    return [
      ['link', { rel: 'icon', type: 'image/svg+xml', href: `${root}icon.svg` }],
      ['link', { rel: 'stylesheet', href: root + codeStylePath() }],
    ]
  },
  transformHtml: (html, file) => withPolicy(file.endsWith('404.html') ? atAnyDepth(html) : html),
  buildEnd: () => writeCodeStyle(output),
  themeConfig: {
    logo: '/icon.svg',
    search: { provider: 'local', options: searchOptions },
    nav,
    sidebar: sidebars(repository, pages),
    outline: [2, 3],
    notFound: {
      title: 'Page not found',
      quote: 'No page has this address.',
      linkText: 'Go to the first page',
      linkLabel: 'Go to the first page',
    },
    externalLinkIcon: true,
    footer: { message: 'MIT licence. riftline is not endorsed by Riot Games.' },
  },
  vite: {
    // Packages are bundled from their sources: the site needs no build before it.
    resolve: { conditions: [source, ...defaultClientConditions], alias: { '#site': site } },
    ssr: { resolve: { conditions: [source, ...defaultServerConditions] } },
    oxc: { jsx: { runtime: 'automatic', importSource: 'vue' } },
    worker: { format: 'es' },
  },
})
