import { RiftlineError } from '@riftline/base'
import { parseMarketsRequest, parsePredictRequest } from '@riftline/predictor'
import fc from 'fast-check'
import { describe, it } from 'vitest'
import { amount } from '../support/amount.ts'
import { type BodyKind, damagedBody, isAllowed, soundBody, strangeBody } from '../support/generated-bodies.ts'
import { same } from '../support/plain-expect.ts'

/** The message with which the validator refuses a body; null if it accepts the body. */
function refusal(kind: BodyKind, body: unknown): string | null {
  try {
    if (kind === 'markets') parseMarketsRequest(body)
    else parsePredictRequest(body, kind)
    return null
  } catch (error) {
    const codes = ['validation_error', 'odds_implausible']
    if (error instanceof RiftlineError && codes.includes(error.code)) return error.message
    throw error
  }
}

/** Messages of refusals for rules that no schema can express. */
const beyondSchemas = new RegExp(
  [
    '^oddsBlue and oddsRed: ',
    '^redTeam(Id)?: must differ from blueTeam(Id)?$',
    '^(blue|red)Picks\\[\\d\\]\\.role: \\w+ is given twice$',
    '^standing\\.\\w+: must be an integer from 0 to [12]$',
    '^standing: only one team can have won \\d$',
  ].join('|'),
)

describe.each<BodyKind>(['match', 'draft', 'markets'])(
  'the published schema of a %s body and its validator agree',
  (kind) => {
    it.each([
      ['sound', soundBody],
      ['strange', strangeBody],
      ['damaged', damagedBody],
    ] as const)('a published schema and its validator agree on %s bodies', (_name, bodies) => {
      fc.assert(
        fc.property(bodies(kind), (body) => {
          const message = refusal(kind, body)
          if (!beyondSchemas.test(message ?? '')) same(isAllowed(kind, body), message === null)
        }),
        { numRuns: amount(30, 3000) },
      )
    })
  },
)
