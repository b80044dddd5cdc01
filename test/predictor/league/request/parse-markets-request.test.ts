import { RiftlineError } from '@riftline/base'
import { marketsRequestJsonSchema, parseMarketsRequest } from '@riftline/predictor'
import { describe, expect, it } from 'vitest'
import { tinyDraft } from '../../../support/tiny-artifacts.ts'

const teams = Object.freeze({ blueTeamId: 101, redTeamId: 102 })

function refusal(body: unknown): string {
  try {
    parseMarketsRequest(body)
  } catch (error) {
    if (error instanceof RiftlineError && error.code === 'validation_error') return error.message
    throw error
  }
  return 'accepted'
}

const standing = (value: unknown, bestOf?: number) => ({ ...teams, ...(bestOf && { bestOf }), standing: value })
const pair = 'standing: must hold blue and red'
const refused = (value: unknown, message: string): [unknown, string] => [standing(value), message]

describe('the body of a call for markets', () => {
  it.each([
    [teams],
    [standing({ blue: 0, red: 0 })],
    [standing({ blue: 2, red: 1 })],
    [standing({ blue: 2, red: 3 }, 5)],
    [{ ...standing({ red: 1, blue: 0 }, 1), model: 'consensus', oddsBlue: 1.5, tournament: 'NL' }],
    [{ ...teams, ...tinyDraft, standing: { blue: 1, red: 0 } }],
  ])('a body for markets is returned unchanged: %j', (body) => {
    expect(parseMarketsRequest(Object.freeze(body))).toEqual(body)
  })

  it.each<[unknown, string]>([
    [null, 'body: must be an object'],
    [{ blueTeamId: 101 }, 'redTeamId: give either redTeamId or redTeam'],
    [{ ...teams, redTeamId: 101 }, 'redTeamId: must differ from blueTeamId'],
    [standing(1, 2), 'bestOf: must be 1, 3 or 5'],
    [{ ...teams, bluePicks: tinyDraft.bluePicks, standing: 1 }, 'redPicks: must hold exactly 5 picks'],
    [{ ...teams, redPicks: tinyDraft.redPicks }, 'bluePicks: must hold exactly 5 picks'],
    ...[null, 1, '1-0', [], [1, 0], {}, { blue: 1 }, { red: 1, xyz: 1 }].map((value) => refused(value, pair)),
    ...[-1, 3, 0.5, '1', null, true].flatMap((value) => [
      refused({ blue: value, red: 0 }, 'standing.blue: must be an integer from 0 to 2'),
      refused({ blue: 0, red: value }, 'standing.red: must be an integer from 0 to 2'),
    ]),
    [standing({ blue: 2, red: 0 }, 1), 'standing.blue: must be an integer from 0 to 1'],
    [standing({ blue: 4, red: 4 }, 5), 'standing.blue: must be an integer from 0 to 3'],
    [standing({ blue: 2, red: 2 }), 'standing: only one team can have won 2'],
    [standing({ blue: 1, red: 1 }, 1), 'standing: only one team can have won 1'],
    [standing({ blue: 3, red: 3, xyz: 1 }, 5), 'standing: only one team can have won 3'],
    [standing({ blue: 1, red: 0, xyz: 1 }), 'standing.xyz: unknown field'],
    [{ ...standing({ blue: 1, red: 0, abc: 1 }), xyz: 1 }, 'standing.abc: unknown field'],
    [{ ...standing({ blue: 1, red: 0 }), xyz: 1 }, 'xyz: unknown field'],
    [{ ...teams, at: 0 }, 'at: unknown field'],
  ])('a body for markets is refused: %j, %s', (body, message) => {
    expect(refusal(body)).toBe(message)
  })

  it('the schema of a body for markets requires both picks or none, and no other field of a standing', () => {
    expect(marketsRequestJsonSchema()).toMatchObject({
      additionalProperties: false,
      dependentRequired: { bluePicks: ['redPicks'], redPicks: ['bluePicks'] },
      properties: {
        standing: {
          additionalProperties: false,
          required: ['blue', 'red'],
          properties: { blue: { minimum: 0, maximum: 3 } },
        },
      },
    })
  })
})
