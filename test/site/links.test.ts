import { posix } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { attributesOf, type BuiltPage, builtPages, filesOf } from './built-pages.ts'
import { builtSite } from './built-site.ts'

let pages: readonly BuiltPage[]
let files: ReadonlySet<string>
let anchors: ReadonlyMap<string, ReadonlySet<string>>
beforeAll(() => {
  pages = builtPages()
  files = new Set(filesOf(builtSite()))
  anchors = new Map(pages.map(({ path, html }) => [path, new Set(attributesOf(html, '[a-z][a-z0-9]*', 'id'))]))
}, 600_000)

const isForeign = (link: string): boolean => /^(?:[a-z][a-z+.-]*:|\/\/)/i.test(link)

/** The file of the site that a link leads to, and the anchor in it. */
function targetOf(from: string, link: string): readonly [file: string, anchor: string] {
  const [address = '', anchor = ''] = link.split('#')
  if (address === '') return [from, decodeURIComponent(anchor)]
  const path = posix.join(posix.dirname(from), decodeURIComponent(address.replace(/\?.*/, '')))
  return [path.endsWith('/') || path === '.' ? posix.join(path, 'index.html') : path, decodeURIComponent(anchor)]
}

function brokenLinks(attribute: 'href' | 'src', elements: string): readonly string[] {
  return pages.flatMap(({ path, html }) =>
    attributesOf(html, elements, attribute)
      .filter((link) => !isForeign(link))
      .filter((link) => {
        const [file, anchor] = targetOf(path, link)
        return !files.has(file) || (anchor !== '' && !anchors.get(file)?.has(anchor))
      })
      .map((link) => `${path}: ${link}`),
  )
}

it('the site has the pages of the documents, of the packages, of both references and of the playgrounds', () => {
  expect(pages.length).toBeGreaterThan(140)
  for (const path of [
    'index.html',
    'docs/deploy.html',
    'packages/core/index.html',
    'api/core/trees.html',
    'http-api/predict.html',
    'playground/model.html',
    'playground/series.html',
    'title-odds.html',
    'record.html',
    'promises.html',
    '404.html',
  ])
    expect(files).toContain(path)
})

it('every link of every page leads to a file of the site and to an element in it', () => {
  expect(brokenLinks('href', 'a')).toEqual([])
})

it('every style sheet, script, picture and preload of every page is a file of the site', () => {
  expect(brokenLinks('href', 'link')).toEqual([])
  expect(brokenLinks('src', 'script|img')).toEqual([])
})

it('no link begins at the root of the host, so that the site works in any folder', () => {
  const absolute = pages.flatMap(({ path, html }) =>
    [...attributesOf(html, 'a|link', 'href'), ...attributesOf(html, 'script|img', 'src')]
      .filter((link) => link.startsWith('/'))
      .map((link) => `${path}: ${link}`),
  )
  expect(absolute).toEqual([])
})

it('links lead to web pages by https, or to addresses of this machine that are examples', () => {
  const foreign = pages.flatMap(({ html }) => attributesOf(html, 'a', 'href').filter(isForeign))
  expect(foreign.filter((link) => !/^(?:https:|mailto:|http:\/\/(?:127\.0\.0\.1|localhost)[:/])/.test(link))).toEqual(
    [],
  )
})

it('the contract is served as the repository has it', () => {
  expect(files).toContain('packages/server/openapi.json')
})
