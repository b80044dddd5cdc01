import { readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { gzipSync } from 'node:zlib'
import { beforeAll, expect, it } from 'vitest'
import { attributesOf, type BuiltPage, builtPages, filesOf } from './built-pages.ts'
import { builtSite } from './built-site.ts'

let pages: readonly BuiltPage[]
beforeAll(() => {
  pages = builtPages()
}, 600_000)

const sizes = new Map<string, number>()

/** Size of a script of the site as a host sends it, in bytes. */
function compressedSize(path: string): number {
  const known = sizes.get(path)
  if (known !== undefined) return known
  const size = gzipSync(readFileSync(posix.join(builtSite(), path))).length
  sizes.set(path, size)
  return size
}

/** Scripts that a browser loads before a page is ready: those that its HTML names, and what they import. */
function scriptsOf({ path, html }: BuiltPage): ReadonlySet<string> {
  const named = [...attributesOf(html, 'script', 'src'), ...attributesOf(html, 'link rel="modulepreload"', 'href')].map(
    (address) => posix.join(posix.dirname(path), address),
  )
  const all = new Set<string>()
  const add = (script: string): void => {
    if (all.has(script)) return
    all.add(script)
    const code = readFileSync(posix.join(builtSite(), script), 'utf8')
    for (const [, imported = ''] of code.matchAll(/(?:\bfrom|\bimport)\s*["'](\.{1,2}\/[^"']+)["']/g)) {
      add(posix.join(posix.dirname(script), imported))
    }
  }
  for (const script of named) add(script)
  return all
}

it('a page loads at most 150 kB of scripts, compressed, before it is ready', () => {
  for (const page of pages) {
    const scripts = [...scriptsOf(page)]
    if (page.path !== '404.html') expect(scripts.length, page.path).toBeGreaterThan(3)
    const size = scripts.map(compressedSize).reduce((sum, one) => sum + one, 0)
    expect(size, `${page.path}: ${scripts.join(' ')}`).toBeLessThanOrEqual(150_000)
  }
})

it('no page loads the playgrounds, their charts or the search before somebody asks for them', () => {
  for (const page of pages) {
    const late = [...scriptsOf(page)].filter((path) =>
      /playground|title-odds|plot|worker|search/i.test(posix.basename(path).replace(/^.*\.md\./, '')),
    )
    expect(late, page.path).toEqual([])
  }
})

it('the words that the search reads are at most 400 kB, compressed', () => {
  const [index = ''] = filesOf(builtSite()).filter((path) => path.includes('localSearchIndexroot'))
  expect(compressedSize(index)).toBeLessThanOrEqual(400_000)
})
