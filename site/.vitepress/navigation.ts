import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DefaultTheme } from 'vitepress'
import { apiEntries } from '../gather/api-entries.ts'
import { httpCalls, readContract } from '../gather/http-api-document.ts'

type Items = DefaultTheme.SidebarItem[]

/** Groups of the documents, with the paths of their pages in the order in which they are read. */
export const groups: readonly { readonly text: string; readonly pages: readonly string[] }[] = [
  { text: 'Try it', pages: ['playground/series', 'playground/model', 'title-odds', 'record', 'promises'] },
  {
    text: 'Start',
    pages: ['docs/index', 'packages/predictor/index', 'packages/core/src/trees/index', 'packages/cli/index'],
  },
  {
    text: 'Guides',
    pages: [
      'docs/deploy',
      'docs/public-installation',
      'docs/keep-fresh',
      'docs/retrain',
      'docs/changes',
      'docs/tournaments',
      'docs/tournament-format',
      'docs/back-up-and-restore',
      'docs/move-to-postgresql',
      'docs/rotate-a-key',
      'docs/upgrade',
      'docs/publish-the-site',
    ],
  },
  {
    text: 'Packages',
    pages: [
      'packages/core/index',
      'packages/core/src/trees/engines/wasm/index',
      'packages/odds/index',
      'packages/record/index',
      'packages/ledger/index',
      'packages/server/index',
      'packages/account/index',
      'packages/client/index',
      'packages/changes/index',
      'packages/mcp/index',
      'packages/sources/index',
      'packages/pipeline/index',
      'packages/pipeline/trainers/lightgbm/index',
      'packages/pipeline/trainers/fasttree/index',
      'packages/base/index',
      'artifacts/index',
    ],
  },
  {
    text: 'Reference',
    pages: ['api/index', 'http-api/index', 'docs/formats', 'docs/glossary', 'docs/standards'],
  },
  {
    text: 'Examples',
    pages: [
      'examples/index',
      'examples/own-model/index',
      'examples/xgboost-model/index',
      'examples/sklearn-model/index',
      'examples/browser/index',
      'examples/edge-worker/index',
      'examples/mounted/index',
      'examples/postgres/index',
      'examples/bot/index',
      'examples/tournaments/index',
    ],
  },
  {
    text: 'Project',
    pages: [
      'artifacts/REPORT',
      'bench/index',
      'CHANGELOG',
      'CONTRIBUTING',
      'site/index',
      'SECURITY',
      'artifacts/LICENSE',
    ],
  },
]

/** Names in the menu of pages whose titles say less there. */
const shortNames: Readonly<Record<string, string>> = {
  'artifacts/LICENSE': 'Licence of the artifacts',
  'artifacts/index': '@riftline/artifacts',
  'packages/cli/index': 'riftline, the command',
  'packages/core/src/trees/index': 'Trees: your own model',
  'packages/predictor/index': '@riftline/predictor',
  'packages/pipeline/trainers/fasttree/index': 'FastTree trainer',
  'examples/index': 'All examples',
  'site/index': 'This site',
}

export const nav: DefaultTheme.NavItem[] = [
  {
    text: 'Try it',
    items: [
      { text: 'A series', link: '/playground/series' },
      { text: 'Your model', link: '/playground/model' },
      { text: 'Title odds', link: '/title-odds' },
    ],
  },
  { text: 'Record', link: '/record' },
  { text: 'Promises', link: '/promises' },
  { text: 'Documents', link: '/docs/index', activeMatch: '^/(docs|packages|examples)/' },
  {
    text: 'Reference',
    items: [
      { text: 'TypeScript', link: '/api/index' },
      { text: 'HTTP API', link: '/http-api/index' },
      { text: 'Changelog', link: '/CHANGELOG' },
    ],
  },
]

/** Menus beside the pages: each reference has its own, everything else the menu of the documents. */
export function sidebars(repository: string, pages: string): DefaultTheme.SidebarMulti {
  return {
    '/api/': apiSidebar(repository),
    '/http-api/': httpSidebar(repository),
    '/source/': [{ text: 'Documents', link: '/docs/index' }],
    '/': groups.map(({ text, pages: paths }) => ({
      text,
      collapsed: false,
      items: paths.map((path) => ({ text: shortNames[path] ?? titleOf(join(pages, `${path}.md`)), link: `/${path}` })),
    })),
  }
}

function apiSidebar(repository: string): Items {
  const entries = apiEntries(repository)
  const packages = entries.filter(({ page }) => !page.includes('/'))
  return [
    { text: 'TypeScript reference', link: '/api/index' },
    ...packages.map(({ name, page }) => {
      const below = entries.filter((entry) => entry.page.startsWith(`${page}/`))
      const items = below.map((entry) => ({ text: entry.name.slice(name.length + 1), link: `/api/${entry.page}` }))
      return { text: name, link: `/api/${page}`, ...(items.length > 0 && { items, collapsed: false }) }
    }),
  ]
}

function httpSidebar(repository: string): Items {
  return [
    { text: 'HTTP API', link: '/http-api/index' },
    { text: 'Errors', link: '/http-api/errors' },
    ...httpCalls(readContract(repository)).map(({ tag, calls }) => ({
      text: tag,
      collapsed: false,
      items: calls.map(({ method, path, page }) => ({ text: `${method} ${path}`, link: `/http-api/${page}` })),
    })),
  ]
}

/** Title of a page: that of its frontmatter, or its first heading. */
function titleOf(file: string): string {
  if (!existsSync(file)) throw new Error(`the menu names a page that does not exist: ${file}`)
  const [, title] = /^(?:title: |# )(.*)$/m.exec(readFileSync(file, 'utf8')) ?? []
  if (title === undefined) throw new Error(`${file}: no title`)
  return title.replaceAll('`', '')
}
