import { defaultConfig, errorCodes } from '@riftline/server'
import { type DocsSource, llmsText } from '@riftline/server/docs'
import { createOpenApi } from '@riftline/server/openapi'
import { expect, it } from 'vitest'
import { operations } from '#server/contract/operations.ts'

const source: DocsSource = {
  document: createOpenApi(defaultConfig),
  baseUrl: 'https://api.example.org',
  docsUrl: 'https://riftline.example.org/docs',
}
const text = llmsText(source)

it('llms.txt has a title, a summary and chapters of links', () => {
  expect(text).toMatch(/^# Riftline\n\n> [^\n]+\n\n- /)
  const chapters = text.split(/^## /m).slice(1)
  expect(chapters.map((part) => part.split('\n')[0])).toEqual(['Docs', 'Operations', 'Errors'])
  for (const line of chapters.flatMap((part) => part.trim().split('\n').slice(2))) {
    expect(line).toMatch(/^- \[[^\]]+\]\(https:\/\/[^)]+\): ./)
  }
  expect(text).toContain('(https://api.example.org/openapi.json)')
})

it('llms.txt links every operation and every error code', () => {
  const links = [
    ...operations.map(
      ({ id, tag, method, path }) => `[\`${method.toUpperCase()} ${path}\`](${source.docsUrl}#/${tag}/${id})`,
    ),
    ...errorCodes.map((code) => `[\`${code}\`](${source.docsUrl}/errors#${code})`),
  ]
  expect(links.filter((link) => !text.includes(link))).toEqual([])
})
