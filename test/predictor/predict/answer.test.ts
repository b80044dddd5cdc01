import { describe, expect, it } from 'vitest'
import { tinyDraft } from '../../support/tiny-artifacts.ts'
import { models, tinyPredictor } from './answers.ts'

const predictor = tinyPredictor()
const match = Object.freeze({ blueTeamId: 1, redTeamId: 2 })

const chances = [
  'blueWinProbability',
  'redWinProbability',
  'calibratedBlueWinProbability',
  'calibratedRedWinProbability',
] as const
const identity = ['blueTeam', 'redTeam', 'model', 'bestOf', 'league', 'asOfUtc', 'dataThroughUtc', 'artifacts']
const ownKeys = [...identity, ...chances, 'winner']
const at = Date.UTC(2031, 0, 1)

describe.each(models)('the answer of %s', (model) => {
  const more = model === 'consensus' ? ['models'] : []

  it('an answer has exactly these keys, in this order', () => {
    for (const draft of [{}, tinyDraft]) {
      expect(Object.keys(predictor.predict({ ...match, model, ...draft }, { at }))).toEqual([...ownKeys, ...more])
      expect(Object.keys(predictor.predict({ ...match, model, oddsRed: 2, ...draft }, { at }))).toEqual([
        ...ownKeys,
        'odds',
        ...more,
      ])
    }
  })

  it('an answer names the two teams and the model, with chances between 0 and 1', () => {
    const answer = predictor.predict({ blueTeam: 'bb', redTeamId: 6, model })
    expect(answer).toMatchObject({
      blueTeam: { id: 2, name: 'Basalt Bears' },
      redTeam: { id: 6, name: 'Fjord Finches' },
      model,
      winner: 'blue',
    })
    for (const key of chances) {
      expect(answer[key]).toBeGreaterThan(0)
      expect(answer[key]).toBeLessThan(1)
    }
    expect(answer.blueWinProbability).toBeGreaterThan(0.6)
  })

  it('an answer survives JSON unchanged', () => {
    const answer = predictor.predict({ ...match, model, oddsBlue: 1.7, oddsRed: 2.1 })
    expect(JSON.parse(JSON.stringify(answer))).toEqual(answer)
  })
})

describe('the answer of the consensus', () => {
  it('the consensus lists its three members in a fixed order, with the same keys each', () => {
    const { models: members } = predictor.predict({ ...match, model: 'consensus' })
    expect(members!.map(({ model }) => model)).toEqual(['fasttree', 'lightgbm', 'pcasweep'])
    for (const member of members!) expect(Object.keys(member)).toEqual(['model', 'weight', ...chances, 'winner'])
  })

  it('the consensus shows the own answer of each member, with and without prices', () => {
    for (const request of [match, { ...match, oddsBlue: 1.4, oddsRed: 3.1 }, { ...match, ...tinyDraft }]) {
      for (const member of predictor.predict({ ...request, model: 'consensus' }).models!) {
        const { weight, ...own } = member
        expect(predictor.predict({ ...request, model: member.model })).toMatchObject(own)
        expect(weight).toBeGreaterThan(0)
      }
    }
  })
})

describe('parts that were not requested', () => {
  it('a request without options is a best of 3 by fasttree', () => {
    expect(predictor.predict(match)).toEqual(predictor.predict({ ...match, bestOf: 3, model: 'fasttree' }))
  })

  it('a request without a tournament uses the common home league of both teams', () => {
    const labelled = predictor.predict({ ...match, tournament: 'LCK 2030 Winter' })
    expect(labelled.league).toEqual({ code: 'LCK', name: 'LCK', source: 'label' })
    expect(predictor.predict(match)).toEqual({ ...labelled, league: { code: 'LCK', name: 'LCK', source: 'teams' } })
  })
})

describe('the league of an answer', () => {
  it('the league of an answer is the one its label selects, whatever the homes of the teams', () => {
    expect(predictor.predict({ ...match, tournament: 'LEC' }).league).toMatchObject({ code: 'LEC', source: 'label' })
  })

  it('the league of an answer is null without a label that selects one and without a common home', () => {
    expect(predictor.predict({ blueTeamId: 1, redTeamId: 3, tournament: 'Unheard-of Cup' }).league).toBeNull()
  })
})

describe('dependencies of an answer', () => {
  const pcasweep = (change: object) => predictor.predict({ ...match, model: 'pcasweep', ...change }).blueWinProbability

  it('an answer depends on the length of the series, the league and the draft', () => {
    expect(pcasweep({ bestOf: 5 })).not.toBe(pcasweep({ bestOf: 1 }))
    expect(pcasweep({ tournament: 'LEC' })).not.toBe(pcasweep({}))
    expect(pcasweep(tinyDraft)).not.toBe(pcasweep({}))
  })

  it('an answer depends on the champions but not on their order', () => {
    const { bluePicks, redPicks } = tinyDraft
    const usual = pcasweep(tinyDraft)
    expect(pcasweep({ bluePicks: redPicks, redPicks: bluePicks })).toBeGreaterThan(usual)
    expect(pcasweep({ bluePicks: bluePicks.toReversed(), redPicks: redPicks.toReversed() })).toBe(usual)
  })

  it('an answer does not depend on the engine', () => {
    const js = tinyPredictor(undefined, { engine: 'js' })
    for (const model of models) expect(js.predict({ ...match, model })).toEqual(predictor.predict({ ...match, model }))
  })
})
