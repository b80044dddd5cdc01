import { describe, expect, it } from 'vitest'
import { moneyText } from '#account/pages/text.tsx'
import { findItem, parsePlans } from '#account/payments/plans.ts'
import { plansText } from './payment-place.ts'

const read = (change: (file: Record<string, unknown>) => unknown): unknown => {
  const file: Record<string, unknown> = JSON.parse(plansText)
  return parsePlans(JSON.stringify(change(file) ?? file), '/etc/plans.json')
}
const pack = { id: 'one', name: 'One', credits: 1, amount: 1 }

describe('a plans file', () => {
  it('packs and plans keep the order and the currency of the plans file', () => {
    const plans = parsePlans(plansText, 'plans.json')
    expect(plans.packs.map(({ item }) => item)).toEqual(['pack:small', 'pack:large'])
    expect(findItem(plans, 'plan:pro')).toEqual({
      kind: 'plan',
      id: 'pro',
      item: 'plan:pro',
      name: 'Pro',
      credits: 5_000,
      amount: 1_900,
      currency: 'eur',
    })
  })

  it.each(['pack:none', 'plan:small', 'pack:', 'small', '', 'pack:__proto__'])(
    'findItem finds nothing for %j',
    (item) => {
      expect(findItem(parsePlans(plansText, 'plans.json'), item)).toBeNull()
    },
  )

  it.each([
    ['no JSON', () => parsePlans('{', '/etc/plans.json'), 'expected JSON'],
    ['a list', () => parsePlans('[]', '/etc/plans.json'), 'the file: expected an object, got []'],
    [
      'a currency in capitals',
      () => read((file) => ({ ...file, currency: 'EUR' })),
      'currency: expected three lower-case letters, got "EUR"',
    ],
    ['no packs', () => read(({ packs: _, ...file }) => file), 'packs: expected a list, got nothing'],
    ['an unknown field', () => read((file) => ({ ...file, tax: 1 })), 'tax: expected no such field, got 1'],
    [
      'an unknown field of a pack',
      () => read((file) => ({ ...file, packs: [{ ...pack, price: 1 }] })),
      'packs[0].price: expected no such field, got 1',
    ],
    [
      'no credits',
      () => read((file) => ({ ...file, packs: [{ ...pack, credits: 0 }] })),
      'packs[0].credits: expected an integer from 1 to 2147483647, got 0',
    ],
    [
      'too many credits',
      () => read((file) => ({ ...file, packs: [{ ...pack, credits: 2 ** 31 }] })),
      'packs[0].credits: expected an integer from 1 to 2147483647, got 2147483648',
    ],
    [
      'half a cent',
      () => read((file) => ({ ...file, plans: [{ ...pack, amount: 0.5 }] })),
      'plans[0].amount: expected an integer from 1 to 99999999, got 0.5',
    ],
    [
      'an amount as text',
      () => read((file) => ({ ...file, plans: [{ ...pack, amount: '9' }] })),
      'plans[0].amount: expected an integer from 1 to 99999999, got "9"',
    ],
    [
      'an id with a capital',
      () => read((file) => ({ ...file, packs: [{ ...pack, id: 'One' }] })),
      'packs[0].id: expected 1 to 40 characters of a-z, 0-9 and -, got "One"',
    ],
    [
      'an id of a pack for a plan',
      () => read((file) => ({ ...file, plans: [{ ...pack, id: 'small' }] })),
      'plans[0].id: expected an id that no other pack or plan has, got "small"',
    ],
    [
      'an invisible name',
      () => read((file) => ({ ...file, packs: [{ ...pack, name: '\u200b' }] })),
      'packs[0].name: expected 1 to 64 visible characters',
    ],
    [
      'a name of 65 characters',
      () => read((file) => ({ ...file, packs: [{ ...pack, name: 'x'.repeat(65) }] })),
      'packs[0].name: expected 1 to 64 visible characters',
    ],
    ['51 packs', () => read((file) => ({ ...file, packs: Array(51).fill(pack) })), 'packs: expected at most 50'],
  ])('a plans file with %s is refused, and the message names the place', (_what, parse, message) => {
    expect(parse).toThrow(expect.objectContaining({ code: 'plans_invalid', message: expect.stringContaining(message) }))
    expect(parse).toThrow(/^\/etc\/plans\.json: /)
  })
})

it.each([
  [900, 'eur', 'EUR 9.00'],
  [5, 'usd', 'USD 0.05'],
  [900, 'jpy', 'JPY 900'],
  [500, 'isk', 'ISK 5.00'],
  [5_120, 'kwd', 'KWD 5.120'],
  [99_999_999, 'eur', 'EUR 999999.99'],
])('%d minor units of %s are written %s', (amount, currency, text) => {
  expect(moneyText(amount, currency)).toBe(text)
})
