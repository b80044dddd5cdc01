import { RiftlineError } from '@riftline/base'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseOddsSnapshot } from '#odds/import/parse-snapshot.ts'
import { amount } from '../support/amount.ts'
import { captured, everyMarket } from './captured.ts'

const full = JSON.stringify(everyMarket())
const mapOdds = [
  { team: { id: 101 }, decimalOdds: 1.71 },
  { team: { id: 102 }, decimalOdds: 2.14 },
]

/** A copy of the full snapshot with the value at a path replaced, or removed by undefined. */
function changed(path: string, value: unknown): unknown {
  const snapshot = JSON.parse(full)
  const steps = path.split('.')
  const last = steps.pop() ?? ''
  let at = snapshot
  for (const step of steps) at = at[step]
  if (value === undefined) delete at[last]
  else at[last] = value
  return snapshot
}

function refusal(json: unknown): string {
  try {
    parseOddsSnapshot(json)
  } catch (error) {
    if (error instanceof RiftlineError && error.code === 'invalid_odds') return error.message
    throw error
  }
  return 'accepted'
}

describe('a captured snapshot', () => {
  it('a captured snapshot requires ids, a time and markets; other fields have defaults, and names are dropped', () => {
    expect(parseOddsSnapshot({ ...captured(), markets: {} })).toEqual({
      match: {
        esportsMatchId: 'nl-1',
        league: 'NL',
        bestOf: 3,
        scheduledUtc: '2026-11-22T15:00:00',
        team1: { id: 101 },
        team2: { id: 102 },
      },
      capturedAtUtc: '2026-11-21T09:00:00',
      isClosingLine: false,
      markets: {
        seriesWinner: null,
        handicap: null,
        totalMaps: null,
        correctScore: null,
        mapTotals: null,
        matchTotals: null,
        killHandicap: null,
      },
    })
    const parsed = parseOddsSnapshot(JSON.parse(full.replaceAll('"ignored"', '{"odd":[1]}')))
    expect(JSON.stringify(parsed)).toBe(
      full
        .replaceAll(',"name":"ignored"', '')
        .replace(
          '},"capturedAtUtc":"2026-11-21T09:00:00",',
          '},"capturedAtUtc":"2026-11-21T09:00:00","isClosingLine":false,',
        ),
    )
  })

  it('a captured snapshot may have a source, map winners, and times with Z', () => {
    const mapWinners = [{ map: 2, odds: mapOdds }]
    const fields = captured({ at: '2026-11-21T09:00:00Z', start: '2026-11-22T15:00:00Z', source: 'polymarket' })
    const parsed = parseOddsSnapshot({ ...fields, mapWinners })
    expect(parsed).toMatchObject({ source: 'polymarket', mapWinners, capturedAtUtc: '2026-11-21T09:00:00' })
    expect(parsed.match.scheduledUtc).toBe('2026-11-22T15:00:00')
    expect(Object.keys(parsed)).toEqual(['match', 'capturedAtUtc', 'isClosingLine', 'source', 'markets', 'mapWinners'])
    for (const none of [[], null])
      expect(parseOddsSnapshot({ ...fields, mapWinners: none })).not.toHaveProperty('mapWinners')
  })

  it('a captured snapshot may have an empty list for a market that is not published', () => {
    const empty = { seriesWinner: [], killHandicap: [] }
    expect(parseOddsSnapshot({ ...captured(), markets: empty }).markets).toMatchObject({
      seriesWinner: null,
      killHandicap: null,
    })
  })

  it.each([
    ['match', undefined, 'match: must be an object'],
    ['match.esportsMatchId', '', 'match.esportsMatchId: must be 1-120 characters'],
    ['match.esportsMatchId', 'a\u0000b', 'match.esportsMatchId: must be 1-120 characters'],
    ['match.esportsMatchId', 'x'.repeat(121), 'match.esportsMatchId: must be 1-120 characters'],
    ['match.esportsMatchId', 7, 'match.esportsMatchId: must be 1-120 characters'],
    ['match.league', undefined, 'match.league: must be 1-120 characters'],
    ['match.bestOf', 10, 'match.bestOf: must be an integer from 1 to 9'],
    ['match.bestOf', '3', 'match.bestOf: must be an integer from 1 to 9'],
    ['match.scheduledUtc', '2026-02-30T10:00:00', 'match.scheduledUtc: must be a UTC time YYYY-MM-DDTHH:mm:ss'],
    ['match.scheduledUtc', '2026-11-22T15:00:00ZZ', 'match.scheduledUtc: must be a UTC time YYYY-MM-DDTHH:mm:ss'],
    ['match.scheduledUtc', '2026-02-30T10:00:00Z', 'match.scheduledUtc: must be a UTC time YYYY-MM-DDTHH:mm:ss'],
    ['match.scheduledUtc', '2026-11-22T15:00:00+01:00', 'match.scheduledUtc: must be a UTC time YYYY-MM-DDTHH:mm:ss'],
    ['match.scheduledUtc', '2026-11-22T15:00', 'match.scheduledUtc: must be a UTC time YYYY-MM-DDTHH:mm:ss'],
    ['capturedAtUtc', '2026-11-21T24:00:00', 'capturedAtUtc: must be a UTC time YYYY-MM-DDTHH:mm:ss'],
    ['capturedAtUtc', '2025-02-29T00:00:00', 'capturedAtUtc: must be a UTC time YYYY-MM-DDTHH:mm:ss'],
    ['capturedAtUtc', 1795132841, 'capturedAtUtc: must be a UTC time YYYY-MM-DDTHH:mm:ss'],
    ['match.team1.id', 0, 'match.team1.id: must be a positive integer'],
    ['match.team1.id', 2 ** 53, 'match.team1.id: must be a positive integer'],
    ['match.team1.id', 1.5, 'match.team1.id: must be a positive integer'],
    ['match.team1.id', '101', 'match.team1.id: must be a positive integer'],
    ['match.team1', {}, 'match.team1: must have an id or a name'],
    ['match.team1', 101, 'match.team1: must be an object'],
    ['match.team1', '', 'match.team1.name: must be 1-80 characters'],
    ['match.team1', { name: 'x'.repeat(81) }, 'match.team1.name: must be 1-80 characters'],
    ['match.team1', { name: 7 }, 'match.team1.name: must be 1-80 characters'],
    [
      'match.team1',
      'Northern Lights',
      'match.team1: must be an id: names are found in artifacts, which are not there; got "Northern Lights"',
    ],
    ['source', '', 'source: must be 1-40 of a-z, 0-9, ".", "_" and "-", a letter or digit first'],
    ['source', 'Pinnacle', 'source: must be 1-40 of a-z, 0-9, ".", "_" and "-", a letter or digit first'],
    ['source', '-x', 'source: must be 1-40 of a-z, 0-9, ".", "_" and "-", a letter or digit first'],
    ['source', 'x'.repeat(41), 'source: must be 1-40 of a-z, 0-9, ".", "_" and "-", a letter or digit first'],
    ['mapWinners', {}, 'mapWinners: must be a list of 1-5'],
    ['mapWinners', [{ map: 6, odds: mapOdds }], 'mapWinners[0].map: must be an integer from 1 to 5'],
    ['mapWinners', [{ map: 4, odds: mapOdds }], 'mapWinners[0].map: must be 1-3, a map of the series'],
    [
      'mapWinners',
      [
        { map: 2, odds: mapOdds },
        { map: 2, odds: mapOdds },
      ],
      'mapWinners[1].map: must differ from the maps before',
    ],
    ['mapWinners', [{ map: 1, odds: mapOdds.slice(1) }], 'mapWinners[0].odds: must be a list of 2'],
    [
      'mapWinners',
      [{ map: 1, odds: [mapOdds[0], mapOdds[0]] }],
      'mapWinners[0].odds[1].team.id: must differ from the other price',
    ],
    ['match.team1.region', 'EMEA', 'match.team1.region: unknown field'],
    ['match.team2.id', 101, 'match.team2.id: must differ from team1'],
    ['isClosingLine', null, 'isClosingLine: must be true or false'],
    ['markets', undefined, 'markets: must be an object'],
    ['markets', [], 'markets: must be an object'],
    ['markets.drawNoBet', [], 'markets.drawNoBet: unknown field'],
    ['markets.seriesWinner', {}, 'markets.seriesWinner: must be a list of 2'],
    ['markets.seriesWinner.1', undefined, 'markets.seriesWinner[1]: must be an object'],
    ['markets.seriesWinner.2', { team: { id: 101 }, decimalOdds: 2 }, 'markets.seriesWinner: must be a list of 2'],
    [
      'markets.seriesWinner.0.decimalOdds',
      1,
      'markets.seriesWinner[0].decimalOdds: must be a number above 1 and at most 1000',
    ],
    [
      'markets.seriesWinner.1.decimalOdds',
      Number.POSITIVE_INFINITY,
      'markets.seriesWinner[1].decimalOdds: must be a number above 1 and at most 1000',
    ],
    [
      'markets.seriesWinner.1.decimalOdds',
      '2.35',
      'markets.seriesWinner[1].decimalOdds: must be a number above 1 and at most 1000',
    ],
    ['markets.seriesWinner.1.team.id', 101, 'markets.seriesWinner[1].team.id: must differ from the other price'],
    [
      'markets.seriesWinner.1.team.id',
      103,
      'markets.seriesWinner[1].team.id: must be 101 or 102, the teams of the match',
    ],
    ['markets.seriesWinner.0.line', 1, 'markets.seriesWinner[0].line: unknown field'],
    ['markets.handicap.0.odds.1.line', -1.5, 'markets.handicap[0].odds[1].line: must be the opposite of odds[0].line'],
    [
      'markets.handicap.0.odds.1.line',
      '1.5',
      'markets.handicap[0].odds[1].line: must be a number from -10000000 to 10000000',
    ],
    ['markets.handicap.0.line', 2.5, 'markets.handicap[0].line: must be the absolute value of its two lines'],
    ['markets.handicap.0.odds.0.team.id', 102, 'markets.handicap[0].odds[1].team.id: must differ from the other price'],
    ['markets.totalMaps.0.under', 0.5, 'markets.totalMaps[0].under: must be a number above 1 and at most 1000'],
    ['markets.correctScore.0.score', '2:0', 'markets.correctScore[0].score: must have the form <n>-<n>'],
    ['markets.correctScore.0.score', '2-2', 'markets.correctScore[0].score: must be a final score of a best of 3'],
    ['markets.correctScore.0.score', '3-1', 'markets.correctScore[0].score: must be a final score of a best of 3'],
    [
      'markets.correctScore.1.team.id',
      9,
      'markets.correctScore[1].team.id: must be 101 or 102, the teams of the match',
    ],
    ['markets.mapTotals.0.stat', '', 'markets.mapTotals[0].stat: must be 1-40 characters'],
    ['markets.mapTotals.0.map', 4, 'markets.mapTotals[0].map: must be 1-3, a map of the series'],
    ['markets.killHandicap.0.map', 0, 'markets.killHandicap[0].map: must be an integer from 1 to 5'],
    ['markets.killHandicap.0.odds', [], 'markets.killHandicap[0].odds: must be a list of 2'],
  ])('a captured snapshot with %s = %j is refused', (path, value, message) => {
    expect(refusal(changed(path, value))).toBe(message)
  })

  it('a captured snapshot with keys of Object.prototype is refused, and long keys are shortened in the error', () => {
    expect(refusal(JSON.parse(full.replace('"markets"', '"__proto__":{"x":1},"markets"')))).toBe(
      '__proto__: unknown field',
    )
    expect(refusal({ ...captured(), ['\u001b['.padEnd(5000, 'k')]: 1 })).toBe(`?[${'k'.repeat(58)}: unknown field`)
    for (const json of [null, 7, 'x', [captured()]]) expect(refusal(json)).toBe('must be an object')
  })

  it('any JSON is accepted as a snapshot or refused with a message of less than 400 characters', () => {
    const paths = full.match(/"[a-zA-Z0-9]+":/g)?.map((key) => key.slice(1, -2)) ?? []
    const hostile = fc.oneof(
      fc.jsonValue(),
      fc
        .tuple(fc.constantFrom(...paths), fc.jsonValue())
        .map(([key, value]) => JSON.parse(full, (name, old) => (name === key ? value : old))),
    )
    fc.assert(
      fc.property(hostile, (json) => {
        const message = refusal(json)
        expect(message.length).toBeLessThan(400)
      }),
      { numRuns: amount(20, 500) },
    )
  })
})
