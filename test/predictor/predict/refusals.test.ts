import { RiftlineError } from '@riftline/base'
import { compileEnsemble, type TreeEnsemble } from '@riftline/core'
import { createPredictor, findPlayers, parseArtifacts } from '@riftline/predictor'
import { describe, expect, it } from 'vitest'
import { tinyArtifacts, tinyDraft } from '../../support/tiny-artifacts.ts'
import { tinyPredictor } from './answers.ts'

const predictor = tinyPredictor()

function refusal(run: () => unknown): string {
  try {
    run()
  } catch (error) {
    expect(error).toBeInstanceOf(RiftlineError)
    const { code, message } = error as RiftlineError
    return `${code}: ${message}`
  }
  return 'accepted'
}

const match = { blueTeamId: 1, redTeamId: 2 }

describe('refused requests', () => {
  it.each<[object | null, string]>([
    [{ ...match, redTeamId: 99 }, 'team_not_found: no team 99'],
    [{ blueTeam: 'Zinc Zebras', redTeamId: 2 }, 'team_not_found: no team Zinc Zebras'],
    [
      { blueTeam: 'foxes', redTeamId: 2 },
      'ambiguous_team: blueTeam: "foxes" fits 1 Amber Foxes (LCK, no game), 4 Dune Drakes (LEC, no game); use an id',
    ],
    [{ blueTeamId: 1, redTeam: 'Amber Foxes' }, 'validation_error: redTeam: must differ from blueTeamId'],
    [{ blueTeamId: 1 }, 'validation_error: redTeamId: give either redTeamId or redTeam'],
    [{ ...match, bestOf: 2 }, 'validation_error: bestOf: must be 1, 3 or 5'],
    [{ ...match, model: 'oracle' }, 'validation_error: model: must be fasttree, lightgbm, pcasweep or consensus'],
    [{ ...match, oddsBlue: 1 }, 'validation_error: oddsBlue: must be a number above 1 and at most 1000'],
    [{ ...match, patch: '31.01' }, 'validation_error: patch: unknown field'],
    [{ ...match, bluePicks: tinyDraft.bluePicks }, 'validation_error: redPicks: must hold exactly 5 picks'],
    [null, 'validation_error: body: must be an object'],
  ])('a request is refused with the code of the API: %j, %s', (request, expected) => {
    expect(refusal(() => predictor.predict(request as never))).toBe(expected)
    expect(refusal(() => predictor.resolve(request as never))).toBe(expected)
  })
})

describe('a route with a fixed kind of request', () => {
  it('a match route refuses picks', () => {
    const request = { ...match, ...tinyDraft }
    expect(refusal(() => predictor.resolve(request, 'match'))).toBe('validation_error: bluePicks: unknown field')
    expect(refusal(() => predictor.resolve(request, 'draft'))).toBe('accepted')
  })

  it('a draft route requires picks', () => {
    expect(refusal(() => predictor.resolve(match, 'draft'))).toBe(
      'validation_error: bluePicks: must hold exactly 5 picks',
    )
    expect(refusal(() => predictor.resolve(match, 'match'))).toBe('accepted')
  })
})

it('resolving and then forecasting gives the answer of predict', () => {
  for (const request of [match, { ...match, ...tinyDraft, model: 'consensus', oddsBlue: 1.5, oddsRed: 2.7 } as const]) {
    expect(predictor.forecast(predictor.resolve(request))).toEqual(predictor.predict(request))
  }
})

describe('options that are no object', () => {
  const artifacts = parseArtifacts(tinyArtifacts())
  const { catalogue, models } = artifacts
  const expected = (got: string): string => `invalid_argument: options: expected an object, got ${got}`

  it.each<[never, string]>([
    [null as never, 'null'],
    [5 as never, '5'],
    ['2026' as never, '"2026"'],
  ])('every method refuses options that are no object: %j', (options, got) => {
    expect(refusal(() => predictor.predict(match, options))).toBe(expected(got))
    expect(refusal(() => predictor.forecast(predictor.resolve(match), options))).toBe(expected(got))
    expect(refusal(() => predictor.explain(match, options))).toBe(expected(got))
    expect(refusal(() => predictor.markets(match, null, options))).toBe(expected(got))
    expect(refusal(() => createPredictor(artifacts, options))).toBe(expected(got))
    expect(refusal(() => compileEnsemble(models.fasttree as TreeEnsemble, options))).toBe(expected(got))
    expect(refusal(() => findPlayers(catalogue, 'Kestrel', options))).toBe(expected(got).replace('options', 'hints'))
    expect(refusal(() => findPlayers(catalogue, options))).toContain(
      got === '"2026"' ? 'accepted' : 'name: expected a text',
    )
  })

  it('artifacts that are no object are refused', () => {
    expect(refusal(() => createPredictor(undefined as never))).toBe(
      'invalid_argument: artifacts: expected an object, got undefined',
    )
  })
})
