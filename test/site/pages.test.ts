import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { groups } from '../../site/.vitepress/navigation.ts'
import { apiEntries } from '../../site/gather/api-entries.ts'
import { httpCalls, readContract } from '../../site/gather/http-api-document.ts'
import { attributesOf, type BuiltPage, builtPages, filesOf } from './built-pages.ts'
import { builtSite } from './built-site.ts'

const root = new URL('../..', import.meta.url).pathname
const read = (path: string): string => readFileSync(join(root, path), 'utf8')

let pages: ReadonlyMap<string, BuiltPage>
beforeAll(() => {
  pages = new Map(builtPages().map((page) => [page.path, page]))
}, 600_000)

const characters: Readonly<Record<string, string>> = { lt: '<', gt: '>', '#39': "'", quot: '"', amp: '&' }

const textOf = (html: string): string =>
  html
    .replaceAll(/<[^>]+>/g, '')
    .replaceAll(/&(lt|gt|#39|quot|amp);/g, (whole, name: string) => characters[name] ?? whole)

describe('the menu', () => {
  it('every document and every page of the site is in the menu once', () => {
    const shown = [...pages.keys()].filter((path) => !/^(?:api|http-api|source)\/|^(?:404|index)\.html$/.test(path))
    const listed = groups.flatMap((group) => group.pages.map((path) => `${path}.html`))
    const references = ['api/index.html', 'http-api/index.html']
    expect([...listed].sort()).toEqual([...shown, ...references].sort())
  })

  it('pages of the menu lead to the next and the previous one, in its order', () => {
    const order = groups.flatMap((group) => group.pages.map((path) => `${path}.html`))
    const documents = order.filter((path) => path.startsWith('docs/'))
    for (const path of documents) {
      const { html } = pages.get(path)!
      const [pager = ''] = /<nav class="prev-next"[\s\S]*?<\/nav>/.exec(html) ?? []
      const links = attributesOf(pager, 'a', 'href').map((link) => new URL(link, `http://x/${path}`).pathname.slice(1))
      const at = order.indexOf(path)
      expect(links, path).toEqual([order[at - 1], order[at + 1]].filter((one) => one !== undefined))
    }
  })
})

describe('every page', () => {
  it('a page has a title, a description of its own and one heading of the first level', () => {
    for (const { path, html } of pages.values()) {
      if (path === '404.html') continue
      expect(textOf(/<title>(.*?)<\/title>/.exec(html)?.[1] ?? ''), path).toMatch(/^\S.*/)
      const [description = ''] = attributesOf(html, 'meta name="description"', 'content')
      expect(description.length, path).toBeGreaterThan(10)
      expect(description, path).not.toMatch(/[`[\]]\(|^Predicts League of Legends esports series, in plain TypeScript$/)
      expect(html.match(/<h1\b/g)?.length, path).toBe(1)
    }
  })

  it('documents have the text of the repository: every heading of a README is on its page', () => {
    for (const document of ['packages/core/README.md', 'packages/server/README.md', 'docs/deploy.md', 'README.md']) {
      const { html } = pages.get(document.replace('README.md', 'index.md').replace(/md$/, 'html'))!
      const text = textOf(html)
      const headings = [
        ...read(document)
          .replaceAll(/^```[\s\S]*?^```/gm, '')
          .matchAll(/^#{2,3} (.*)$/gm),
      ]
      expect(headings.length).toBeGreaterThan(3)
      for (const [, heading = ''] of headings) expect(text, document).toContain(heading.replaceAll('`', ''))
    }
  })

  it('a playground says without scripts that it needs them', () => {
    for (const path of ['playground/model.html', 'playground/series.html', 'title-odds.html']) {
      expect(pages.get(path)!.html, path).toMatch(/<noscript>[\s\S]*script/i)
    }
  })
})

describe('the references', () => {
  it('every name that an entry exports is on the page of the entry', () => {
    const named = new Map<string, string[]>()
    let entry: string[] = []
    for (const line of read('test/package/exports.txt').split('\n')) {
      if (/^\S/.test(line)) {
        entry = []
        named.set(line, entry)
      } else if (line !== '') entry.push(line.trim())
    }
    const entries = apiEntries(root)
    expect(entries.length).toBeGreaterThan(30)
    for (const { name, page } of entries) {
      const text = textOf(pages.get(`api/${page}.html`)!.html)
      const names = named.get(name)
      expect(names, name).toBeDefined()
      expect(
        names!.filter((one) => !text.includes(one)),
        name,
      ).toEqual([])
    }
  })

  it('every operation of the contract has a page with its price, an example call and its errors', () => {
    const contract = readContract(root)
    const calls = httpCalls(contract).flatMap((group) => group.calls)
    const operations = Object.values(contract.paths).filter(({ get, post }) => get ?? post)
    expect(calls.length).toBe(operations.length)
    for (const { page, method, path, operation } of calls) {
      const { html } = pages.get(`http-api/${page}.html`)!
      const text = textOf(html)
      expect(text).toContain(`${method} ${path}`)
      expect(text).toContain(operation.summary)
      expect(text).toContain('Credits: ')
      expect(text).toContain('curl ')
      expect(
        attributesOf(html, 'a', 'href').some((link) => link.includes('errors.html#')),
        path,
      ).toBe(true)
    }
  })

  it('every error code has a section that links lead to', () => {
    const { html } = pages.get('http-api/errors.html')!
    const ids = attributesOf(html, 'h3', 'id')
    expect(ids).toEqual(readContract(root)['x-error-codes'].map(({ code }) => code))
  })

  it('the contract and the formats of tournaments are served as the repository has them', () => {
    for (const path of ['packages/server/openapi.json', 'examples/tournaments/worlds-2025.json']) {
      expect(readFileSync(join(builtSite(), path), 'utf8'), path).toBe(read(path))
    }
  })

  it('the search leaves source code out, and finds functions and calls by name', () => {
    const [index = ''] = filesOf(builtSite()).filter((path) => path.includes('localSearchIndexroot'))
    const words = readFileSync(join(builtSite(), index), 'utf8')
    expect(words).not.toContain('/source/')
    for (const name of ['createPredictor', 'compileEnsemble', 'POST /v1/predict']) expect(words).toContain(name)
  })
})
