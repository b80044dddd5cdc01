import { describe, expect, it } from 'vitest'
import { statementNote } from '#account/routes/usage.tsx'

describe('the note of a line on the usage page', () => {
  it.each([
    ['free:2026-11', 'free credits of 2026-11'],
    ['plan:starter:2026-12-04', 'plan starter until 2026-12-04'],
    ['plan:a:b:2026-12-04', 'plan a:b until 2026-12-04'],
    ['stripe:cs_live_a1', 'payment'],
    ['stripe:in_1:restored', 'payment'],
    ['stripe:in_1:restored:7', 'payment'],
    ['test:pay_1', 'test payment'],
    ['disconnect', 'the answer did not arrive'],
    ['crash', 'the server stopped during the call'],
    ['operator', 'given back by the operator'],
    ['undelivered', 'charged, though the answer may not have arrived whole'],
  ])('the note for the reference %s is “%s”', (reason, note) => {
    expect(statementNote(reason)).toBe(note)
  })

  it("the note is an operator's own reference unchanged, and empty without a reference", () => {
    expect(['invoice 17', 'free:soon', 'stripe:', 'constructor'].map(statementNote)).toEqual([
      'invoice 17',
      'free:soon',
      'stripe:',
      'constructor',
    ])
    expect(statementNote(null)).toBe('')
  })
})
