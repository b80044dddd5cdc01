import { expect, it } from 'vitest'
import { openPage, plans } from './account-page.ts'

const rowsOf = (html: string): readonly string[] =>
  [...html.matchAll(/<tr>(.*?)<\/tr>/g)].map(([, row = '']) =>
    row
      .replace(/<[^>]+>/g, '|')
      .replace(/\|+/g, '|')
      .replace(/^\||\|$/g, ''),
  )

it('the home page lists prices of calls, and prices of credits when they are sold', async () => {
  const page = await openPage({ plans, env: { RIFTLINE_PAYMENTS: 'test' } })
  const rows = rowsOf((await page.visitor().get('/')).text)
  expect(rows.slice(1, 1 + page.deps.api.prices.length)).toEqual(
    page.deps.api.prices.map(({ what, credits }) => `${what}|${credits}`),
  )
  expect(rows.slice(1 + page.deps.api.prices.length)).toEqual([
    'Pack or plan|Credits|Price',
    'Pro, each month|5,000|EUR 20.00',
    'Small pack|500|EUR 5.00',
  ])
})

it('the home page lists no prices of credits when none are sold', async () => {
  const page = await openPage()
  expect((await page.visitor().get('/')).text).not.toContain('Pack or plan')
})
