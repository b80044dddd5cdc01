import * as z from 'zod'
import { invalidArgument } from '../../errors.ts'

/** What a market offers for a series: of the answer of `GET /v1/odds?markets=all` what derived markets are compared with. */
export interface MarketBook {
  readonly match: {
    readonly esportsMatchId: string
    readonly bestOf: number
    readonly team1: TeamId
    readonly team2: TeamId
  }
  readonly capturedAtUtc: string
  readonly isClosingLine: boolean
  /** Null or left out: not published. */
  readonly markets: {
    readonly seriesWinner?: readonly TeamOdds[] | null | undefined
    readonly handicap?:
      | readonly { readonly odds: readonly (TeamOdds & { readonly line: number })[] }[]
      | null
      | undefined
    readonly totalMaps?:
      | readonly { readonly line: number; readonly over: number; readonly under: number }[]
      | null
      | undefined
    /** The team is the winner; the score has either side's maps first. */
    readonly correctScore?: readonly (TeamOdds & { readonly score: string })[] | null | undefined
  }
  readonly mapWinners?: readonly { readonly map: number; readonly odds: readonly TeamOdds[] }[] | null | undefined
}

interface TeamId {
  readonly id: number
}

interface TeamOdds {
  readonly team: TeamId
  readonly decimalOdds: number
}

/**
 * A book of any origin; what else it has is left out.
 *
 * @throws RiftlineError `invalid_argument`: the first failing field
 */
export function parseMarketBook(book: unknown): MarketBook {
  const result = schema.safeParse(book)
  if (result.success) return result.data
  const { path = [], message = 'a book' } = result.error.issues[0] ?? {}
  const got = path.reduce((value: unknown, key) => (value as Record<PropertyKey, unknown>)[key], book)
  const place = path.map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`)).join('')
  throw invalidArgument(`book${place}`, message, got)
}

const number = z.number('a finite number')
const price = z.number('a finite number above 1').gt(1, 'a finite number above 1')
const text = z.string('a text')
const team = object({ id: z.int('an id') })
const teamOdds = { team, decimalOdds: price }

const schema: z.ZodType<MarketBook> = object({
  match: object({ esportsMatchId: text, bestOf: z.int('a whole number'), team1: team, team2: team }),
  capturedAtUtc: text,
  isClosingLine: z.boolean('true or false'),
  markets: object({
    seriesWinner: list(teamOdds),
    handicap: list({ odds: z.array(object({ ...teamOdds, line: number }), 'a list') }),
    totalMaps: list({ line: number, over: price, under: price }),
    correctScore: list({ ...teamOdds, score: z.string('a score as 2-1').regex(/^\d-\d$/, 'a score as 2-1') }),
  }),
  mapWinners: list({ map: number, odds: z.array(object(teamOdds), 'a list') }),
})

function object<Shape extends z.core.$ZodLooseShape>(shape: Shape) {
  return z.object(shape, 'an object')
}

function list<Shape extends z.core.$ZodLooseShape>(shape: Shape) {
  return z.array(object(shape), 'a list or null').nullish()
}
