import { expect } from 'vitest'
import type { PageAnswer } from './visitor.ts'

/** Security headers of every answer of a page without https and payments. */
export const security = {
  'content-security-policy':
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
}

export function expectSecure(answer: PageAnswer, what: string): void {
  expect({ what, ...answer.headers }).toMatchObject({ what, ...security })
}
