import { readFileSync } from 'node:fs'
import { parseTournament, tournamentFormatJsonSchema } from '@riftline/predictor'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { schemaValidator } from '../../support/schema-validator.ts'
import { cupFormat, everyFormat } from '../../support/tournament-formats.ts'

const isValid = schemaValidator().compile(tournamentFormatJsonSchema())

describe.each(everyFormat.map((format) => ({ name: format.name, format })))('$name', ({ format }) => {
  it('is read as it stands, and agrees with the JSON Schema', () => {
    expect(parseTournament(JSON.parse(JSON.stringify(format)))).toEqual(format)
    expect(isValid(format), JSON.stringify(isValid.errors)).toBe(true)
  })
})

it('the format in docs/ is read', () => {
  const page = readFileSync(new URL('../../../docs/tournament-format.md', import.meta.url), 'utf8')
  const [format, draws] = [...page.matchAll(/^```json\n(.*?)^```$/gms)].map(([, json]) => JSON.parse(json!))
  expect(parseTournament(format).stages).toHaveLength(2)
  expect(isValid({ ...format, ...draws })).toBe(true)
})

it('the JSON Schema refuses unknown fields, kinds and lengths', () => {
  const [groups] = cupFormat.stages
  for (const change of [
    { extra: 1 },
    { stages: [{ ...groups, kind: 'league' }] },
    { stages: [{ ...groups, bestOf: 4 }] },
  ]) {
    expect(isValid({ ...cupFormat, ...change })).toBe(false)
  }
})

it('any JSON is read or refused with a place, and nothing else', () => {
  const paths = ['["', 'name', 'teams', 'tournament', 'stages', 'results', 'draws']
  const stage = fc.record(
    {
      id: fc.constantFrom('a', 'b', '__proto__', 'constructor', 'winner'),
      kind: fc.constantFrom('roundRobin', 'swiss', 'singleElimination', 'doubleElimination', 'gsl', 'kingOfTheHill'),
      slots: fc.array(fc.constantFrom('T1', 'Gen.G', 'a.1', 'a.2', 'a.winners.1', 'a.x.1', 'b.1'), { maxLength: 8 }),
      bestOf: fc.constantFrom<unknown>(1, 2, 3, 5, [1, 3], [], { upper: 1, lower: 3 }),
      rounds: fc.integer({ min: -1, max: 5 }),
      wins: fc.integer({ min: 0, max: 7 }),
      losses: fc.integer({ min: 0, max: 7 }),
      draw: fc.constant('random'),
      groups: fc.dictionary(
        fc.string({ maxLength: 2 }),
        fc.array(fc.constantFrom('T1', 'Gen.G', 'a.1'), { maxLength: 4 }),
      ),
    },
    { requiredKeys: ['id', 'kind'] },
  )
  const result = fc.record({
    stage: fc.constantFrom('a', 'b'),
    teams: fc.constant(['T1', 'Gen.G']),
    score: fc.constant([1, 0]),
  })
  const format = fc.record(
    {
      name: fc.constant('Any'),
      teams: fc.constant(['T1', 'Gen.G']),
      stages: fc.array(fc.oneof({ weight: 9, arbitrary: stage }, { weight: 1, arbitrary: fc.jsonValue() }), {
        maxLength: 3,
      }),
      results: fc.array(result, { maxLength: 3 }),
      draws: fc.array(fc.record({ stage: fc.constant('b'), slots: fc.constant(['T1', 'Gen.G']) }), { maxLength: 2 }),
    },
    { requiredKeys: ['name', 'teams', 'stages'] },
  )
  fc.assert(
    fc.property(fc.oneof({ weight: 9, arbitrary: format }, { weight: 1, arbitrary: fc.jsonValue() }), (json) => {
      try {
        parseTournament(json)
      } catch (error) {
        expect(error).toMatchObject({ code: 'validation_error' })
        const { message } = error as Error
        expect(
          message.startsWith('must be') ||
            paths.some((path) => message.startsWith(path)) ||
            /: no such field|must have another name/.test(message),
          message,
        ).toBe(true)
      }
    }),
    { numRuns: 300 },
  )
})
