import { modelNames } from '@riftline/predictor'
import { defaultConfig, errorCodes } from '@riftline/server'
import { apiReference, type DocsSource, docsStyle, errorReference, llmsFullText, llmsText } from '@riftline/server/docs'
import { createOpenApi } from '@riftline/server/openapi'
import { describe, expect, it } from 'vitest'
import { keptMs } from '#ledger/rules/stored-answers.ts'
import { prices } from '#server/charging/prices.ts'
import { operations } from '#server/contract/operations.ts'
import { table } from '#server/docs/block.ts'
import { toMarkdown } from '#server/docs/to-markdown.ts'
import { maxBodyBytes } from '#server/http/read-json.ts'
import { examplesIn } from '../support/docs-examples.ts'

const source: DocsSource = {
  document: createOpenApi(defaultConfig),
  baseUrl: 'https://api.example.org',
  docsUrl: 'https://riftline.example.org/docs',
  limits: defaultConfig,
}
const full = llmsFullText(source)

/** The part of a Markdown text below a heading. */
function chapter(text: string, title: string): string {
  const [, , below = ''] = text.split(new RegExp(`^(## ${title})\n`, 'm'))
  return below.split(/^## /m)[0] ?? ''
}

/** Rows of the first table, by their first cell. */
function rowsOf(text: string): ReadonlyMap<string, readonly string[]> {
  const lines = text.split('\n').filter((line) => line.startsWith('| '))
  const rows = lines.slice(2).map((line) => line.slice(2, -2).split(' | '))
  return new Map(rows.map(([first = '', ...others]) => [first, others]))
}

const idOfLink = (link: string): string => /#(\w+)\)$/.exec(link)?.[1] ?? link

describe('the reference', () => {
  it('the reference has the prices that are charged', () => {
    const shown = [...rowsOf(chapter(full, 'Prices'))].map(([link, [price]]) => [idOfLink(link), price])
    const credits = (given: Readonly<Record<string, number>>): string =>
      `Credits: ${Object.entries(given)
        .map(([name, price]) => `${name} ${price}`)
        .join(', ')}.`
    const expected: Record<string, string> = Object.fromEntries(operations.map(({ id }) => [id, 'Free.']))
    for (const id of ['getTeam', 'getPlayer', 'getTournament']) expected[id] = `${prices.detail} credit.`
    expected.getOdds = credits(prices.odds)
    for (const id of ['predict', 'predictDraft', 'markets']) expected[id] = credits(prices.prediction)
    expect(Object.fromEntries(shown)).toEqual(expected)
    expect(Object.keys(prices.prediction)).toEqual(modelNames)
  })

  it('the reference has the limits of the default configuration', () => {
    const limits = rowsOf(chapter(full, 'Limits'))
    const { ratePerMinute, freeCredits, maxInFlight, predictTimeoutMs, authFailsPerMinute } = defaultConfig
    expect([...limits].map(([what, [limit]]) => [what, limit])).toEqual([
      ['Requests of one key', `${ratePerMinute} in any 60 seconds`],
      ['Free credits of an account', `${freeCredits} in each UTC month`],
      ['Calls at work at once', `${maxInFlight / 2} of an account`],
      ['Time of one prediction', `${predictTimeoutMs / 1000} s`],
      ['Body of a request', `${maxBodyBytes} bytes`],
      ['Headers and URL of a request', '8192 bytes, 100 lines'],
      ['Wrong keys from one address', `${authFailsPerMinute} a minute`],
      ['Accounts that call from one address', '1 in 30 days'],
    ])
    for (const [, code = ''] of limits.values()) expect(errorCodes).toContain(idOfLink(code))
    expect(chapter(full, 'Repeats')).toContain(`kept for ${keptMs / 3_600_000} hours`)
  })

  it('the reference has the limits of another configuration, and none that is switched off', () => {
    const config = { ...defaultConfig, ratePerMinute: 7, freeCredits: 3, authFailsPerMinute: 0, ipRule: 'off' as const }
    const text = llmsFullText({ ...source, document: createOpenApi(config), limits: config })
    const limits = rowsOf(chapter(text, 'Limits'))
    expect(limits.get('Requests of one key')?.[0]).toBe('7 in any 60 seconds')
    expect(limits.get('Free credits of an account')?.[0]).toBe('3 in each UTC month')
    expect(text).toContain('3 credits of each UTC month are free')
    expect(text).not.toMatch(/Wrong keys from one address|Accounts that call from one address/)
  })

  it('the reference is HTML that stands below the title of any page, with a style that has only names of its own', () => {
    for (const fragment of [apiReference(source), errorReference(source)]) {
      expect(fragment).toMatch(/^<div class="docs/)
      expect(fragment.match(/<h[1-6]/)?.[0]).toBe('<h2')
      expect(fragment).not.toMatch(/<h1|<script|<style| style=|<html/)
      const classes = [...fragment.matchAll(/class="([^"]*)"/g)].map(([, name]) => name)
      expect(classes.filter((name) => !docsStyle.includes(`.${name} `))).toEqual([])
    }
    const selectors = docsStyle.match(/^ *[.#a-z@][^{]*(?= \{)/gm) ?? []
    expect(selectors.flatMap((list) => list.split(', ')).filter((one) => !/^ *[.]docs|^@media/.test(one))).toEqual([])
  })
})

it('an address with a quote is written as each language writes it', () => {
  const page = apiReference({ ...source, baseUrl: "https://example.org/it's" })
  const codes = examplesIn(page).filter(({ operationId }) => operationId === 'getHealth')
  expect(codes.map(({ code }) => /\S*example.org\S*/.exec(code)?.[0])).toEqual([
    "'https://example.org/it'\\''s/healthz'",
    "fetch('https://example.org/it\\'s/healthz')",
    '"https://example.org/it\'s/healthz",',
  ])
})

it('a cell of a Markdown table ends at no bar and no line of its text', () => {
  expect(toMarkdown([table('a', ['b', 'c'], [['`d|e`', 'f\ng']])])).toBe('| b | c |\n| --- | --- |\n| `d\\|e` | f g |')
})

describe('the texts for programs', () => {
  it('the texts for programs begin as llms.txt does: a title, a summary, chapters of links', () => {
    const text = llmsText(source)
    expect(text).toMatch(/^# Riftline\n\n> [^\n]+\n\n- /)
    const chapters = text.split(/^## /m).slice(1)
    expect(chapters.map((part) => part.split('\n')[0])).toEqual(['Docs', 'Operations', 'Errors'])
    for (const line of chapters.flatMap((part) => part.trim().split('\n').slice(2))) {
      expect(line).toMatch(/^- \[[^\]]+\]\(https:\/\/[^)]+\): ./)
    }
    expect(text).toContain('(https://riftline.example.org/llms-full.txt)')
  })

  it.each([
    ['/llms.txt', llmsText(source)],
    ['/llms-full.txt', full],
  ])('%s leads to every operation', (_path, text) => {
    const links = operations.map(
      ({ id, method, path }) => `[\`${method.toUpperCase()} ${path}\`](${source.docsUrl}#${id})`,
    )
    expect(links.filter((link) => !text.includes(link))).toEqual([])
  })

  it('/llms.txt leads to every error code', () => {
    const links = errorCodes.map((code) => `[\`${code}\`](${source.docsUrl}/errors#${code})`)
    expect(links.filter((link) => !llmsText(source).includes(link))).toEqual([])
  })

  it('the full text has all that the pages have: headings, rows, code', () => {
    const pages = apiReference(source) + errorReference(source)
    const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0
    expect(count(full, /^#{2,4} /gm)).toBe(count(pages, /<h[234][ >]/g))
    expect(count(full, /^\| (?!---)/gm)).toBe(count(pages, /<tr[ >]/g))
    expect(count(full, /^```/gm)).toBe(2 * count(pages, /<pre /g))
  })

  it('the full text says of each error what it means, what to do, and that it costs nothing', () => {
    const rows = rowsOf(chapter(full, 'Error codes'))
    expect([...rows.keys()]).toEqual(errorCodes.map((code) => `\`${code}\``))
    for (const [status, meaning, advice, retry, charged] of rows.values()) {
      expect(status).toMatch(/^[45]\d\d$/)
      expect(meaning).toMatch(/^[A-Z].*\.$/)
      expect(advice).toMatch(/^[A-Z].*\.$/)
      expect([retry, charged]).toEqual([expect.stringMatching(/^(No|Yes|Yes, after `Retry-After`)$/), 'No'])
    }
  })

  it('the full text advises to wait for Retry-After exactly where the server sends it', () => {
    const rows = [...rowsOf(chapter(full, 'Error codes'))]
    const waiting = rows.filter(([, [, , , retry]]) => retry?.includes('Retry-After')).map(([, [status]]) => status)
    expect([...new Set(waiting)].sort()).toEqual(['409', '429', '503'])
    const others = rows.filter(([, [, , , retry]]) => !retry?.includes('Retry-After')).map(([, [status]]) => status)
    expect(others.filter((status) => waiting.includes(status))).toEqual([])
  })
})
