import { expect } from 'vitest'

/** Expects no external resource, script or event handler; a namespace is only a name and is not fetched. */
export function expectNothingForeign(document: string): void {
  const text = document.replaceAll(' xmlns="http://www.w3.org/2000/svg"', '')
  expect(text).not.toMatch(/https?:|\/\/|@import|url\(/i)
  expect(text).not.toMatch(/<[^>]*\s(?:src|href|xlink:href|on\w+)=/i)
  expect(text).not.toMatch(/<(?:script|iframe|object|embed|link|foreignObject)\b/i)
}
