import { byAnyId, type ExplanationPart, pickRoles, type Side } from '@riftline/predictor'
import { describe, expect, it } from 'vitest'
import { picks, tinyDraft } from '../../../support/tiny-artifacts.ts'
import { tinyPredictor } from '../answers.ts'
import { artifacts, predictor } from './real-requests.ts'

type Player = ExplanationPart & { readonly part: 'player' }
const isPlayer = (part: ExplanationPart): part is Player => part.part === 'player'

describe('the parts of the rating', () => {
  it.each([
    ['T1', 'Gen.G'],
    ['Hanwha Life Esports', 'Dplus KIA'],
    ['G2 Esports', 'Fnatic'],
    ['Bilibili Gaming', 'Top Esports'],
    ['JD Gaming', 'Weibo Gaming'],
    ['Team Liquid', 'Cloud9'],
    ['FlyQuest', 'T1'],
    ['Gen.G', 'Bilibili Gaming'],
    ['KT Rolster', 'BNK FEARX'],
    ['Movistar KOI', 'G2 Esports'],
  ])('the parts of the rating name the last line-ups of %s and %s in role order', (blueTeam, redTeam) => {
    const { blueTeam: blue, redTeam: red } = predictor.predict({ blueTeam, redTeam })
    const players = predictor.explain({ blueTeam, redTeam }).stages[0]!.parts.filter(isPlayer)
    expect(players.map(({ role }) => role)).toEqual(pickRoles)
    const known = byAnyId(artifacts.catalogue.players)
    for (const [side, team] of [
      ['blue', blue],
      ['red', red],
    ] as const) {
      const lineup = artifacts.state.ratings.teams.get(team.id)!.lineup!
      const expected = lineup.map((id) => ({ id: known.get(id)!.id, name: known.get(id)!.name }))
      expect(players.map((player) => player[side as Side])).toEqual(expected)
    }
  })

  it('the parts of the rating name Faker as mid of T1, and no player of a team without a known line-up', () => {
    const players = predictor.explain({ blueTeam: 'T1', redTeam: 'Gen.G' }).stages[0]!.parts.filter(isPlayer)
    expect(players[2]).toMatchObject({ role: 'MID', blue: { name: 'Faker' } })
    const unknown = tinyPredictor().explain({ blueTeamId: 6, redTeamId: 7 }).stages[0]!.parts
    for (const player of unknown.filter(isPlayer)) expect(player).toMatchObject({ blue: null, red: null, logit: 0 })
    expect(unknown[0]).toEqual({ part: 'league', blue: null, red: null, logit: 0, points: 0 })
  })
})

describe('the parts of a draft', () => {
  const stageOf = (request: object) =>
    tinyPredictor()
      .explain({ blueTeamId: 1, redTeamId: 2, ...request })
      .stages.find(({ stage }) => stage === 'draft')

  it('the parts of a draft are the ten champions with their roles, those of blue first', () => {
    const { parts } = stageOf(tinyDraft)!
    const labels = [...picks(6).map((pick) => ['blue', pick]), ...picks(1).map((pick) => ['red', pick])]
    expect(
      parts.map((part) =>
        part.part === 'champion' ? [part.side, { role: part.role, champion: part.champion.name }] : part,
      ),
    ).toEqual(labels)
  })

  it('the parts of a draft count against the side whose champions have lost, and are absent without picks', () => {
    for (const { logit } of stageOf(tinyDraft)!.parts) expect(logit).toBeLessThan(0)
    expect(stageOf({})).toBeUndefined()
  })
})

describe('the parts of the models', () => {
  const request = { blueTeam: 'T1', redTeam: 'Gen.G' }

  it('the parts of the models are seven sources for each requested model, and calibration has a part for each model', () => {
    for (const model of ['lightgbm', 'consensus'] as const) {
      const { stages, weights } = predictor.explain({ ...request, model })
      const partsOf = (name: string) => stages.find(({ stage }) => stage === name)!.parts.map(({ part }) => part)
      const asked = model === 'consensus' ? ['fasttree', 'lightgbm', 'pcasweep'] : [model]
      expect(Object.keys(weights)).toEqual(asked)
      expect(partsOf('models')).toEqual(asked.flatMap((name) => Array(7).fill(name)))
      expect(partsOf('calibration')).toEqual(asked)
    }
  })

  it('the parts of all stages are 0 when every source is equal for both teams', () => {
    const { stages } = tinyPredictor().explain({ blueTeamId: 6, redTeamId: 7, model: 'consensus' })
    for (const part of stages.flatMap(({ parts }) => parts)) expect(part).toMatchObject({ logit: 0, points: 0 })
  })
})

describe('the numbers of a stage', () => {
  const closing = { oddsBlue: 3.4, oddsRed: 1.4 }
  const at = artifacts.state.completeMs + 70 * 86_400_000
  const { stages } = predictor.explain({ blueTeam: 'T1', redTeam: 'Gen.G', bestOf: 5, ...closing }, { at })

  it('the numbers of a stage are those of its calculation', () => {
    const about = (name: string) => stages.find(({ stage }) => stage === name)!
    const logitAfter = (name: string) => {
      const chance = about(name).probability
      return Math.log(chance / (1 - chance))
    }
    expect(logitAfter('scale')).toBeCloseTo(about('scale').factor! * logitAfter('rating'), 12)
    expect(logitAfter('leagueSlope')).toBeCloseTo(about('leagueSlope').slope! * logitAfter('bestOf'), 12)
    expect(about('doubt').sd).toBeGreaterThan(0)
    expect(about('age').days).toBe(70)
    expect(about('age').factor).toBeCloseTo(Math.SQRT1_2, 12)
    expect(logitAfter('age')).toBeCloseTo(about('age').factor! * logitAfter('calibration'), 12)
    const { weight, marketProbability } = about('market')
    const market = Math.log(marketProbability! / (1 - marketProbability!))
    expect(logitAfter('market')).toBeCloseTo(weight! * logitAfter('age') + (1 - weight!) * market, 12)
  })
})
