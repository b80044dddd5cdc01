import { createHash } from 'node:crypto'
import { beforeAll, expect, it } from 'vitest'
import { withPolicy } from '../../site/.vitepress/content-security-policy.ts'
import { attributesOf, type BuiltPage, builtPages } from './built-pages.ts'

let pages: readonly BuiltPage[]
beforeAll(() => {
  pages = builtPages()
}, 600_000)

const policyOf = (html: string): string =>
  /<meta http-equiv="Content-Security-Policy" content="([^"]*)">/.exec(html)?.[1] ?? ''

const inlineScripts = (html: string): readonly string[] =>
  Array.from(html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g), ([, code = '']) => code)

const hashOf = (code: string): string => `'sha256-${createHash('sha256').update(code).digest('base64')}'`

it('every page has a policy before anything that it loads, which allows files of the site alone', () => {
  for (const { path, html } of pages) {
    const [head = ''] = html.split('<meta http-equiv="Content-Security-Policy"')
    expect(head, path).not.toMatch(/<(?:script|link|style|img)/)
    const rules = policyOf(html).split('; ')
    expect(rules, path).toContain("default-src 'none'")
    expect(rules, path).toContain("style-src 'self'")
    expect(rules, path).toContain("connect-src 'self'")
    expect(policyOf(html), path).not.toMatch(/unsafe|https?:|\*|blob:/)
  }
})

it('every script inside a page has its hash in the policy, and the policy has no further hash', () => {
  for (const { path, html } of pages) {
    const hashes = policyOf(html).match(/'sha256-[^']+'/g) ?? []
    expect([...hashes].sort(), path).toEqual(inlineScripts(html).map(hashOf).sort())
  }
})

it('no page has a style attribute, a style element or a handler, which the policy would refuse', () => {
  const refused = pages.filter(({ html }) => /<[a-z][^>]*\s(?:style|on[a-z]+)=/.test(html) || /<style\b/.test(html))
  expect(refused.map(({ path }) => path)).toEqual([])
})

it('no page loads anything from another host', () => {
  const loaded = pages.flatMap(({ path, html }) =>
    [
      ...attributesOf(html, 'link', 'href'),
      ...attributesOf(html, 'script|img|iframe|source|video|audio|embed', 'src'),
      ...attributesOf(html, 'img|source', 'srcset'),
    ]
      .filter((address) => /^(?:https?:)?\/\//.test(address))
      .map((address) => `${path}: ${address}`),
  )
  expect(loaded).toEqual([])
})

it('a policy has the hash of each script without a source, and of no other', () => {
  const html = '<head>\n<meta charset="utf-8">\n<script>let a = 1</script><script src="./a.js"></script></head>'
  expect(policyOf(withPolicy(html))).toContain(`script-src 'self' ${hashOf('let a = 1')};`)
})

it('style attributes are removed from a page', () => {
  expect(withPolicy('<p class="a" style="color: red" id="b">')).toBe('<p class="a" id="b">')
})
