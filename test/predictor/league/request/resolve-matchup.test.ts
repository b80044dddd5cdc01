import { RiftlineError } from '@riftline/base'
import { type PredictRequest, parsePredictRequest, resolveMatchup } from '@riftline/predictor'
import { describe, expect, it } from 'vitest'
import { smallCatalogue } from './small-catalogue.ts'

function resolve(body: PredictRequest) {
  return resolveMatchup(smallCatalogue, parsePredictRequest(body))
}

function refusal(body: PredictRequest): string {
  try {
    resolve(body)
  } catch (error) {
    if (error instanceof RiftlineError) return `${error.code} ${error.message}`
    throw error
  }
  return 'accepted'
}

describe('a resolved matchup', () => {
  it('a request of two ids alone gives the two teams and the defaults', () => {
    expect(resolve({ blueTeamId: 101, redTeamId: 102 })).toEqual({
      blue: { id: 101, name: 'Northern Lights' },
      red: { id: 102, name: 'Harbor Kings' },
      model: 'fasttree',
      bestOf: 3,
      league: null,
      odds: { blue: null, red: null },
      draft: null,
      explain: false,
    })
  })

  it('a request with every field, one team by id and one by name, keeps its values', () => {
    const body: PredictRequest = {
      blueTeamId: 2,
      redTeam: ' gen g ',
      model: 'consensus',
      oddsBlue: 1.5,
      tournament: 'LCK 2026 Playoffs',
      bestOf: 5,
    }
    expect(resolve(body)).toEqual({
      blue: { id: 2, name: 'T1' },
      red: { id: 3, name: 'Gen.G' },
      model: 'consensus',
      bestOf: 5,
      league: 'LCK',
      odds: { blue: 1.5, red: null },
      draft: null,
      explain: false,
    })
  })
})

describe('team names', () => {
  it("a team's own name wins over another team's alias", () => {
    expect(resolve({ blueTeam: 't1', redTeamId: 3 }).blue.id).toBe(2)
  })

  it('an alias counts as a team’s name', () => {
    expect(resolve({ blueTeam: 'sk-telecom T1', redTeam: 'NL' })).toMatchObject({ blue: { id: 2 }, red: { id: 101 } })
  })

  it('a team name in full-width letters equals one in plain letters', () => {
    expect(resolve({ blueTeam: 'Ｔ１', redTeamId: 3 }).blue.id).toBe(2)
  })

  it.each<[PredictRequest, string]>([
    [{ blueTeamId: 999, redTeamId: 2 }, 'team_not_found no team 999'],
    [{ blueTeamId: 2, redTeamId: 999 }, 'team_not_found no team 999'],
    [{ blueTeam: ' Nobody ', redTeamId: 2 }, 'team_not_found no team Nobody'],
    [{ blueTeam: '__proto__', redTeamId: 2 }, 'team_not_found no team __proto__'],
    [
      { blueTeam: 'kings', redTeamId: 2 },
      'ambiguous_team blueTeam: "kings" fits 3 Gen.G (LCK, no game), 102 Harbor Kings (LEC, no game), 340 Desert Kings (no league, no game); use an id',
    ],
    [
      { blueTeamId: 2, redTeam: 'Twins' },
      'ambiguous_team redTeam: "Twins" fits 400 TWINS (LEC, no game), 500 Twins (LEC, no game); use an id',
    ],
    [{ blueTeam: 'T1', redTeam: 'SKT' }, 'validation_error redTeam: must differ from blueTeam'],
    [{ blueTeamId: 2, redTeam: 'T1' }, 'validation_error redTeam: must differ from blueTeamId'],
  ])('a request without two known teams is refused: %j, %s', (body, expected) => {
    expect(refusal(body)).toBe(expected)
  })

  it('an ambiguous name lists its teams as candidates, and an unknown name the nearest ones', () => {
    const error = (body: PredictRequest): unknown => {
      try {
        return resolve(body)
      } catch (thrown) {
        return thrown
      }
    }
    expect(error({ blueTeam: 'kings', redTeamId: 2 })).toMatchObject({
      code: 'ambiguous_team',
      candidates: [
        { id: 3, name: 'Gen.G' },
        { id: 102, name: 'Harbor Kings' },
        { id: 340, name: 'Desert Kings' },
      ],
    })
    expect(error({ blueTeamId: 2, redTeam: 'Harbour Kings' })).toMatchObject({
      code: 'team_not_found',
      candidates: [{ id: 102, name: 'Harbor Kings' }],
    })
  })

  it('words of the object prototype are ordinary team names', () => {
    expect(resolve({ blueTeam: 'constructor', redTeam: 'toString' })).toMatchObject({
      blue: { id: 600 },
      red: { id: 400 },
    })
    expect(refusal({ blueTeam: 'hasOwnProperty', redTeamId: 2 })).toBe('team_not_found no team hasOwnProperty')
  })
})

describe('picks', () => {
  const roles = ['TOP', 'JUNGLE', 'MID', 'BOT', 'SUPPORT'] as const
  const picks = (names: readonly string[]) => roles.map((role, index) => ({ role, champion: names[index]! }))
  const blue = picks(['Ornn', 'Sejuani', 'Ahri', 'kaisa', 'Nautilus'])
  const red = picks(['Gnar', 'Vi', 'Orianna', 'Jinx', 'drmundo'])
  const body = { blueTeamId: 2, redTeamId: 3, bluePicks: blue, redPicks: red }

  it('picks become champion ids in the order of roles, whatever their order', () => {
    const expected = { blue: [7, 8, 6, 3, 9], red: [10, 11, 12, 13, 5] }
    expect(resolve(body).draft).toEqual(expected)
    expect(resolve({ ...body, bluePicks: blue.toReversed(), redPicks: red.toReversed() }).draft).toEqual(expected)
  })

  it('an unknown champion is reported before a missing team', () => {
    const redPicks = [{ role: 'TOP', champion: 'Teemo' } as const, ...red.slice(1)]
    expect(refusal({ ...body, redTeamId: 999, redPicks })).toBe(
      'validation_error redPicks[0].champion: unknown champion',
    )
  })

  it("a champion picked twice is reported on the later pick, in the catalogue's spelling", () => {
    const redPicks = [...red.slice(0, 4), { role: 'SUPPORT', champion: "KAI'SA" } as const]
    expect(refusal({ ...body, redPicks })).toBe("validation_error redPicks[4].champion: Kai'Sa is already picked")
  })
})
