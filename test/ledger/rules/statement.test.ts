import { expect, it } from 'vitest'
import { startOfStatements } from '#ledger/rules/statement.ts'

it.each([
  ['2026-11-22T10:00:00Z', '2026-08-01T00:00:00.000Z'],
  ['2026-02-28T10:00:00Z', '2025-11-01T00:00:00.000Z'],
])('statements at %s go back to %s, three months before the current one', (now, start) => {
  expect(new Date(startOfStatements(Date.parse(now))).toISOString()).toBe(start)
})
