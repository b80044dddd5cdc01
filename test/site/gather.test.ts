import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { descriptionOf } from '../../site/.vitepress/description.ts'
import { githubAnchor } from '../../site/.vitepress/github-anchor.ts'
import { atAnyDepth } from '../../site/.vitepress/not-found.ts'
import { toApiPage } from '../../site/gather/api-page.ts'
import { pageOf } from '../../site/gather/documents.ts'
import { figuresOf, toHomePage } from '../../site/gather/home.ts'
import type { HttpDocument, Schema } from '../../site/gather/http-api-document.ts'
import { choicesOf, fieldsOf } from '../../site/gather/http-api-fields.ts'
import { priceText, row } from '../../site/gather/http-api-page.ts'
import { sourcePageOf } from '../../site/gather/sources.ts'

const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8')

describe('documents', () => {
  it('a README is the index of its folder, and any other document has its own path', () => {
    expect(pageOf('README.md')).toBe('index.md')
    expect(pageOf('packages/core/README.md')).toBe('packages/core/index.md')
    expect(pageOf('docs/deploy.md')).toBe('docs/deploy.md')
  })

  it('sources become pages, data are served as they are', () => {
    expect(sourcePageOf('bench/run.ts', false)).toBe('source/bench/run.ts.md')
    expect(sourcePageOf('bench/trees', true)).toBe('source/bench/trees/index.md')
    expect(sourcePageOf('packages/server/openapi.json', false)).toBe('packages/server/openapi.json')
  })

  it('a page is described by its first paragraph, as plain text that ends at a word', () => {
    expect(descriptionOf('# A\n\nReads `a.json` of [core](../core/README.md)\nfast.\n\nMore.')).toBe(
      'Reads a.json of core fast.',
    )
    expect(descriptionOf('---\ntitle: A\n---\n\n# A\n\n| a | b |\n\n```ts\ncode\n```\n\nText.')).toBe('Text.')
    expect(descriptionOf('# Glossary\n\n| a |\n| - |\n')).toBe('Glossary of riftline')
    expect(descriptionOf('# A\n\nText.', 'Stated.')).toBe('Stated.')
    const long = descriptionOf(`# A\n\n${'word '.repeat(100)}`)
    expect(long.length).toBeLessThanOrEqual(202)
    expect(long).toMatch(/word …$/)
  })

  it('anchors are those of GitHub', () => {
    expect(githubAnchor('Names that are not taken')).toBe('names-that-are-not-taken')
    expect(githubAnchor('`POST /v1/predict`, with snake_case & more')).toBe('post-v1predict-with-snake_case--more')
  })
})

describe('the home page', () => {
  const forecast = { teams: ['A', 'B'], bestOf: 5, chance: 0.6, models: [], dataDate: '2026-08-03' } as const

  it('its head is the first sentence of the README, which does not stand below it again', () => {
    const page = toHomePage(readme, forecast)
    const [, frontmatter = '', body = ''] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(page) ?? []
    const { hero, features } = JSON.parse(frontmatter)
    expect(readme).toContain(`\n${hero.text} ${hero.tagline.slice(0, 1).toLowerCase()}${hero.tagline.slice(1)}\n`)
    expect(body).not.toContain(hero.text)
    expect(body).toContain('## Get it')
    expect(features.map(({ link }: { readonly link: string }) => link)).toEqual(
      expect.arrayContaining(['/playground/series', '/playground/model', '/title-odds', '/record', '/promises']),
    )
  })

  it('its figures are those of the README, and a README without them stops the build', () => {
    const figures = figuresOf(readme)
    for (const figure of Object.values(figures)) expect(readme).toContain(figure)
    expect(Number(figures.consensus)).toBeLessThan(Number(figures.elo))
    expect(() => figuresOf(readme.replace('| Elo', '| Glicko'))).toThrow('no line "Elo"')
    expect(() => toHomePage('# riftline\n\nA text.\n\n', forecast)).toThrow('the first sentence must say')
  })
})

describe('the TypeScript reference', () => {
  const entry = { name: '@riftline/core/trees', page: 'core/trees', source: 'a.ts', description: "It's Trees" }

  it('names of other entries are a list with links, and rules and empty columns are gone', () => {
    const markdown = `# core/trees\n\n## Functions\n\n### a()\n\n| Name | Type | Description |\n| - | - | - |\n| \`x\` | \`number\` | - |\n\n***\n\n### b()\n\n## References\n\n### logit\n\nRe-exports [logit](math.md#logit)\n\n***\n\n### race\n\nRe-exports [race](math.md#race)\n`
    const page = toApiPage(entry, markdown)
    expect(page).toContain("title: '@riftline/core/trees'")
    expect(page).toContain("It''s Trees")
    expect(page).toContain('# @riftline/core/trees\n')
    expect(page).not.toMatch(/^\*\*\*$|^# core\/trees$|Re-exports/m)
    expect(page).toContain('| `x` | `number` | |')
    expect(page).toContain('- [@riftline/core/math](math.md): [`logit`](math.md#logit), [`race`](math.md#race)')
  })
})

describe('the HTTP reference', () => {
  const document = {
    components: { schemas: { Id: { type: 'integer', minimum: 1, maximum: 2 ** 53 - 1 } } },
  } as unknown as HttpDocument
  const rows = (schema: Schema): readonly string[] =>
    fieldsOf(document, schema).map(({ path, type, isRequired }) => `${path}: ${type}${isRequired ? '!' : ''}`)

  it('lists the fields of objects in objects and in arrays, with their types and limits', () => {
    expect(
      rows({
        type: 'object',
        required: ['team', 'list'],
        properties: {
          team: { type: 'object', required: ['id'], properties: { id: { $ref: '#/components/schemas/Id' } } },
          list: {
            type: 'array',
            minItems: 1,
            maxItems: 5,
            items: { anyOf: [{ type: 'string', maxLength: 3 }, { type: 'null' }] },
          },
          odds: { type: 'number', exclusiveMinimum: 1, maximum: 1000, default: 2 },
          side: { enum: ['blue', 'red'] },
        },
      }),
    ).toEqual([
      'team: object!',
      'team.id: integer (at least 1)!',
      'list: array (1 to 5 items) of string (at most 3 characters) or null!',
      'odds: number (above 1, at most 1000), default `2`',
      'side: `"blue"`, `"red"`',
    ])
  })

  it('lists the fields of alternatives by the constant that tells them apart', () => {
    const kind = (name: string): Schema => ({
      type: 'object',
      required: ['kind'],
      properties: { kind: { const: name } },
    })
    expect(rows({ type: 'array', items: { oneOf: [kind('swiss'), kind('gsl')] } })).toEqual([
      '[](swiss).kind: `"swiss"`!',
      '[](gsl).kind: `"gsl"`!',
    ])
  })

  it('joins alternatives without a constant, and states of which fields a body needs one set', () => {
    const absent: Schema = { type: 'null', not: {} }
    const name = {
      type: 'object',
      required: ['name', 'kind'],
      properties: { name: { type: 'string' }, id: absent, kind: { type: 'string' } },
    }
    const id = {
      type: 'object',
      required: ['id', 'kind'],
      properties: { id: { type: 'integer' }, name: absent, kind: { type: 'string' } },
    }
    expect(rows({ oneOf: [name, id] })).toEqual(['name: string', 'kind: string!', 'id: integer'])
    expect(choicesOf(document, { oneOf: [name, id] })).toEqual([['name'], ['id']])
  })

  it('an unknown reference stops the build', () => {
    expect(() => rows({ $ref: '#/components/schemas/Gone' })).toThrow('openapi.json has no #/components/schemas/Gone')
  })

  it('prices are words, and cells keep the table whole', () => {
    expect([priceText(0), priceText(2), priceText({ winner: 1, all: 2 })]).toEqual(['free', '2', 'winner 1, all 2'])
    expect(row(['a|b', 'c\nd'])).toBe('| a\\|b | c d |')
  })
})

describe('the page of a missing address', () => {
  it('loads the files of the site by a script that looks for its folder, and has a link without it', () => {
    const page = atAnyDepth(
      '<head><script>window.__VP_SITE_ROOT__=new URL("./",location).href</script><link rel="preload stylesheet" href="./assets/a.css" as="style"><script type="module" src="./assets/app.js"></script><link rel="modulepreload" href="./assets/b.js"></head><div id="app"></div>',
    )
    expect(page).not.toMatch(/<(?:link|script)[^>]*(?:src|href)=/)
    expect(page).toContain(
      `[{"tag":"link","path":"assets/a.css","kind":"stylesheet"},{"tag":"script","path":"assets/app.js","kind":"module"}]`,
    )
    expect(page).toContain('<a href="./index.html">')
  })
})
