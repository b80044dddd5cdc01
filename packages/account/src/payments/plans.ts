import { faultOf, hasHiddenText, type JsonFault, orThrow, RiftlineError } from '@riftline/base'
import { z } from 'zod'

/** Item on sale: credits for an amount of money, each month in the case of a plan. */
export interface Item extends Sold {
  readonly kind: 'pack' | 'plan'
  /** `pack:<id>` or `plan:<id>`: name of the item in forms and payments. */
  readonly item: string
  /** Currency code of three lower-case letters (ISO 4217). */
  readonly currency: string
}

export interface Plans {
  readonly currency: string
  readonly packs: readonly Item[]
  readonly plans: readonly Item[]
}

/** Finds the item that a form names; null when no such item is sold. */
export function findItem({ packs, plans }: Plans, item: string): Item | null {
  return [...packs, ...plans].find((one) => one.item === item) ?? null
}

/** Reads the text of a plans file. @throws RiftlineError `plans_invalid` naming file, field, expected and got */
export function parsePlans(text: string, file: string): Plans {
  const { currency, packs, plans } = parse(text, file)
  requireUniqueIds([...packs, ...plans], packs.length, file)
  const itemOf = (kind: Item['kind']) => (sold: Sold) => ({ kind, item: `${kind}:${sold.id}`, currency, ...sold })
  return { currency, packs: packs.map(itemOf('pack')), plans: plans.map(itemOf('plan')) }
}

/** Stripe accepts amounts of at most eight digits. */
const mostAmount = 99_999_999
const mostItems = 50
const whole = (most: number) => {
  const expected = `an integer from 1 to ${most}`
  return z.int(expected).min(1, expected).max(most, expected)
}
const isName = (name: string): boolean =>
  name.trim() === name && name !== '' && [...name].length <= 64 && !hasHiddenText(name)

const sold = z.strictObject({
  /** Id, unique among packs and plans. */
  id: z.string('a text').regex(/^[a-z0-9-]{1,40}$/, '1 to 40 characters of a-z, 0-9 and -'),
  name: z.string('a text').refine(isName, '1 to 64 visible characters'),
  credits: whole(2_147_483_647),
  /** Amount in the currency's smallest unit. */
  amount: whole(mostAmount),
})
type Sold = Readonly<z.infer<typeof sold>>
const list = z.array(sold, 'a list').max(mostItems, `at most ${mostItems}`)
const plansFile = z.strictObject(
  {
    currency: z.string('a text').regex(/^[a-z]{3}$/, 'three lower-case letters'),
    packs: list,
    plans: list,
  },
  { error: (issue) => (issue.code === 'invalid_type' ? 'an object' : undefined) },
)

function parse(text: string, file: string): z.infer<typeof plansFile> {
  const noJson = (cause: unknown) => new RiftlineError('plans_invalid', `${file}: expected JSON`, { cause })
  const json: unknown = orThrow(() => JSON.parse(text), noJson)
  const parsed = plansFile.safeParse(json)
  if (parsed.success) return parsed.data
  throw invalid(file, faultOf(parsed.error.issues[0]!, json))
}

function requireUniqueIds(all: readonly Sold[], packs: number, file: string): void {
  const known = new Set<string>()
  for (const [index, { id }] of all.entries()) {
    const place = index < packs ? `packs[${index}].id` : `plans[${index - packs}].id`
    if (known.has(id)) throw invalid(file, { place, expected: 'an id that no other pack or plan has', got: id })
    known.add(id)
  }
}

function invalid(file: string, { place, expected, got }: JsonFault): RiftlineError {
  const field = place === '' ? 'the file' : place
  return new RiftlineError('plans_invalid', `${file}: ${field}: expected ${expected}, got ${shown(got)}`)
}

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing'
  return text.length > 60 ? `${text.slice(0, 57)}...` : text
}
