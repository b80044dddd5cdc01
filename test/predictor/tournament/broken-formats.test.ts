import { parseTournament } from '@riftline/predictor'
import { describe, expect, it } from 'vitest'
import { changedCup, cupFormat } from '../../support/tournament-formats.ts'

const { teams } = cupFormat
const groupSlots = { A: ['T1', 'BLG', 'G2', 'FNC'], B: ['Gen.G', 'TES', 'Hanwha Life', 'Dplus'] }
const crossed = ['groups.A.1', 'groups.B.2', 'groups.B.1', 'groups.A.2']
const groups = cupFormat.stages[0]!

function series(a: string, b: string, won: number, lost: number) {
  return { stage: 'groups', teams: [a, b], score: [won, lost] }
}

function nested(depth: number): unknown {
  return JSON.parse('['.repeat(depth) + ']'.repeat(depth))
}

/** Kinds of faults: new values by JSON path, undefined to leave a field out, and the message. */
const faults: readonly (readonly [title: string, changes: Readonly<Record<string, unknown>>, message: string])[] = [
  ['a list instead of an object', { '': [] }, 'must be an object, got array of 0'],
  ['a text instead of an object', { '': 'x' }, 'must be an object, got "x"'],
  [
    'no name',
    { name: undefined },
    'name: must be 1-200 characters without control characters and outer spaces, but is missing',
  ],
  [
    'a name of 201 characters',
    { name: 'x'.repeat(201) },
    'name: must be 1-200 characters without control characters and outer spaces, got "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx..."',
  ],
  ['one team', { teams: ['T1'] }, 'teams: must be a list of 2 to 64, got array of 1'],
  [
    '65 teams',
    { teams: Array.from({ length: 65 }, (_, i) => `t${i}`) },
    'teams: must be a list of 2 to 64, got array of 65',
  ],
  ['a number for a team', { 'teams[2]': 5 }, 'teams[2]: must be a name, or {"name": ..., "id": ...}, got 5'],
  [
    'a team without id',
    { 'teams[2]': { name: 'x', idd: 4 } },
    'teams[2].id: must be a positive integer, but is missing',
  ],
  [
    'an id that is not positive',
    { 'teams[2]': { name: 'Hanwha Life', id: 0 } },
    'teams[2].id: must be a positive integer, got 0',
  ],
  ['a name given twice', { 'teams[3]': 'T1' }, 'teams[3]: must be another team, got T1, which is also teams[0]'],
  [
    'two spellings of a name',
    { 'teams[8]': 'gen g' },
    'teams[8]: must be another team, got gen g, which is also teams[1]',
  ],
  [
    'an id given twice',
    { 'teams[2]': { name: 'Hanwha Life', id: 3 }, 'teams[3]': { name: 'Dplus', id: 3 } },
    'teams[3]: must be another team, got Dplus, which is also teams[2]',
  ],
  [
    'a name with outer spaces',
    { 'teams[3]': ' T1' },
    'teams[3]: must be 1-100 characters without control characters and outer spaces, got " T1"',
  ],
  [
    'a team in no stage',
    { 'teams[8]': 'LOUD' },
    'teams[8]: must be in a slot of a stage, got LOUD, which is in none; add it to a stage or remove it',
  ],
  ['an unknown field', { stage: [] }, 'stage: no such field; did you mean stages?'],
  ['a misspelled field of a stage', { 'stages[1].bestof': 3 }, 'stages[1].bestof: no such field; did you mean bestOf?'],
  ['no stages', { stages: [] }, 'stages: must be a list of 1 to 8, got array of 0'],
  ['nine stages', { stages: Array(9).fill(groups) }, 'stages: must be a list of 1 to 8, got array of 9'],
  [
    'a misspelled kind',
    { 'stages[1].kind': 'singleElimnation' },
    'stages[1].kind: must be one of roundRobin, swiss, singleElimination, doubleElimination, gsl, kingOfTheHill, got "singleElimnation"; did you mean singleElimination?',
  ],
  [
    'no kind',
    { 'stages[1].kind': undefined },
    'stages[1].kind: must be one of roundRobin, swiss, singleElimination, doubleElimination, gsl, kingOfTheHill, but is missing',
  ],
  ['null for a stage', { 'stages[1]': null }, 'stages[1]: must be an object, got null'],
  [
    'two stages of one id',
    { 'stages[1].id': 'groups' },
    'stages[1].id: must be another name, got groups, which is also stages[0]',
  ],
  [
    'an id with a dot',
    { 'stages[1].id': 'a.b' },
    'stages[1].id: must be letters, digits, - and _, a letter first, at most 40, got "a.b"',
  ],
  [
    '__proto__ as an id',
    { 'stages[1].id': '__proto__' },
    'stages[1].id: must be letters, digits, - and _, a letter first, at most 40, got "__proto__"',
  ],
  [
    'winner as an id',
    { 'stages[1].id': 'winner' },
    'stages[1].id: must be another name, since winner is a column of every answer',
  ],
  ['a best-of-4', { 'stages[0].bestOf': 4 }, 'stages[0].bestOf: must be 1, 2, 3 or 5, got 4'],
  [
    'a best-of-2 in a bracket',
    { 'stages[1].bestOf': 2 },
    'stages[1].bestOf: must be 1, 3 or 5, or a list of these, got 2',
  ],
  ['a best-of-4 in a list', { 'stages[1].bestOf': [5, 4] }, 'stages[1].bestOf[1]: must be 1, 3 or 5, got 4'],
  [
    'too many lengths',
    { 'stages[1].bestOf': [5, 5, 5] },
    'stages[1].bestOf: must be one number, or a list of 2, one for each round, got a list of 3',
  ],
  [
    'no length',
    { 'stages[1].bestOf': undefined },
    'stages[1].bestOf: must be 1, 3 or 5, or a list of these, but is missing',
  ],
  ['five meetings', { 'stages[0].rounds': 5 }, 'stages[0].rounds: must be an integer from 1 to 4, got 5'],
  [
    'a misspelled criterion',
    { 'stages[0].rank': ['wins', 'headtohead'] },
    'stages[0].rank[1]: must be one of wins, gameDifference, headToHead, gamesWon, strengthOfVictory, got "headtohead"; did you mean headToHead?',
  ],
  [
    'a criterion twice',
    { 'stages[0].rank': ['wins', 'wins'] },
    'stages[0].rank[1]: must be another criterion, got wins twice',
  ],
  [
    'an unknown way to break ties',
    { 'stages[0].tieBreak': 'coin' },
    'stages[0].tieBreak: must be "lot" or "game", got "coin"',
  ],
  ['groups and slots', { 'stages[0].slots': ['T1', 'BLG'] }, 'stages[0]: must have either slots or groups, got both'],
  [
    'neither groups nor slots',
    { 'stages[0].groups': undefined },
    'stages[0]: must have either slots or groups, got neither',
  ],
  ['a group of one', { 'stages[0].groups.C': ['T1'] }, 'stages[0].groups.C: must be a list of 2 to 64, got array of 1'],
  [
    'a group with a dot in its name',
    { 'stages[0].groups': { 'A.1': ['T1', 'BLG'] } },
    'stages[0].groups["A.1"]: must name the group in letters, digits, - and _, a letter or digit first, at most 40, got "A.1"',
  ],
  [
    'winners as a group',
    { 'stages[0].groups': { winners: groupSlots.A, B: groupSlots.B } },
    'stages[0].groups.winners: must have another name, since slots use it for series',
  ],
  ['no groups', { 'stages[0].groups': {} }, 'stages[0].groups: must be 1 to 32 groups, got 0'],
  [
    'a slot that names no team',
    { 'stages[0].groups.A[2]': 'G3' },
    'stages[0].groups.A[2]: must be a team as in teams or a place such as STAGE.1, got "G3"',
  ],
  [
    'a misspelled team in a slot',
    { 'stages[0].groups.B[0]': 'GenG' },
    'stages[0].groups.B[0]: must be a team as in teams or a place such as STAGE.1, got "GenG"; did you mean Gen.G?',
  ],
  [
    'a team in two slots',
    { 'stages[0].groups.B[0]': 'T1' },
    'stages[0].groups.B[0]: must be another team, got T1, which is in stages[0].groups.A[0]; a team has one slot in a stage',
  ],
  [
    'a place of an unknown stage',
    { 'stages[1].slots[1]': 'group.B.2' },
    'stages[1].slots[1]: must be a team as in teams or a place of an earlier stage, got "group"; did you mean groups?',
  ],
  [
    'a place of an unknown group',
    { 'stages[1].slots[1]': 'groups.C.2' },
    'stages[1].slots[1]: must be a place of a group of groups, got "C"',
  ],
  [
    'a place of a stage with groups',
    { 'stages[1].slots[1]': 'groups.2' },
    'stages[1].slots[1]: must be a place of one group, such as groups.A.1, got groups.2',
  ],
  [
    'the fifth place of four',
    { 'stages[1].slots[1]': 'groups.B.5' },
    'stages[1].slots[1]: must be a place from 1 to 4 of groups.B, got groups.B.5',
  ],
  [
    'the place 0',
    { 'stages[1].slots[1]': 'groups.B.0' },
    'stages[1].slots[1]: must be a place from 1 to 4 of groups.B, got groups.B.0',
  ],
  [
    'a broken place',
    { 'stages[1].slots[1]': 'groups.B.1.5' },
    'stages[1].slots[1]: must be a place of one group, such as groups.A.1, got groups.B.1.5',
  ],
  [
    'a place like 1e3',
    { 'stages[1].slots[1]': 'groups.B.1e3' },
    'stages[1].slots[1]: must be a place from 1 to 4 of groups.B, got groups.B.1e3',
  ],
  [
    'winners of a round robin',
    { 'stages[1].slots[1]': 'groups.winners.1' },
    'stages[1].slots[1]: must be a place such as groups.A.1, got groups.winners.1; only singleElimination has winners',
  ],
  [
    'a stage that feeds itself',
    { 'stages[1].slots[1]': 'playoffs.1' },
    'stages[1].slots[1]: must be a place of an earlier stage, got playoffs.1, which would be circular',
  ],
  [
    'a place of a later stage',
    { 'stages[0].groups.A[0]': 'playoffs.1' },
    'stages[0].groups.A[0]: must be a place of an earlier stage, got playoffs.1, which would be circular; put the stage playoffs before this one',
  ],
  [
    'a place in two slots',
    { 'stages[1].slots[1]': 'groups.A.1' },
    'stages[1].slots[1]: must be another team, got groups.A.1, which is in stages[1].slots[0]; a team has one slot in a stage',
  ],
  [
    'a team and a place that it may have',
    { 'stages[1].slots[1]': 'T1' },
    'stages[1].slots[1]: must be another team, got T1, which can be the same team as groups.A.1 in stages[1].slots[0]; a team has one slot in a stage',
  ],
  [
    'a bracket of three',
    { 'stages[1].slots': crossed.slice(0, 3) },
    'stages[1].slots: must be 2, 4, 8, 16, 32 or 64 slots, got 3; give teams with a bye their place in a later stage',
  ],
  [
    'a draw and a choice',
    { 'stages[1].draw': 'random', 'stages[1].choose': 'higherSeed' },
    'stages[1].choose: must be absent beside draw; the pairs are either drawn or chosen',
  ],
  [
    'a third place without a final',
    { 'stages[1].rounds': 1, 'stages[1].thirdPlace': true, 'stages[1].bestOf': 5 },
    'stages[1].thirdPlace: must be false, since this bracket has no semifinal and final',
  ],
  [
    'more rounds than a bracket has',
    { 'stages[1].rounds': 3 },
    'stages[1].rounds: must be at most 2 for 4 slots, got 3',
  ],
  [
    'a last stage that stops early',
    { 'stages[1].rounds': 1, 'stages[1].bestOf': 5 },
    'stages[1]: must have one winner as the last stage; end with a bracket, a ladder or one group',
  ],
  [
    'two groups as the last stage',
    { stages: [groups] },
    'stages[0]: must have one winner as the last stage; end with a bracket, a ladder or one group',
  ],
  [
    'a Swiss stage with records of three teams',
    { 'stages[0]': { id: 'groups', kind: 'swiss', wins: 3, losses: 3, bestOf: 1, slots: teams } },
    'stages[0].slots: must pair all teams of equal records, got 3 of 8 at 1-2; 16 teams fit',
  ],
  [
    'a Swiss stage as the last one',
    { stages: [{ id: 'groups', kind: 'swiss', wins: 2, losses: 2, bestOf: 1, slots: teams }] },
    'stages[0]: must have one winner as the last stage; end with a bracket, a ladder or one group',
  ],
  [
    'a group of three with two lives',
    { 'stages[0]': { id: 'groups', kind: 'gsl', bestOf: 3, groups: { A: ['T1', 'BLG', 'G2'], B: groupSlots.B } } },
    'stages[0].groups.A: must be 4 slots, got 3',
  ],
  [
    'three lengths for four kinds of series',
    { 'stages[0].kind': 'gsl', 'stages[0].bestOf': [1, 3, 3] },
    'stages[0].bestOf: must be one number, or a list of 4, one for each of opening, winners, losers and deciding series, got a list of 3',
  ],
  [
    'a double elimination of six',
    { stages: [{ id: 'd', kind: 'doubleElimination', bestOf: 3, slots: teams.slice(0, 6) }] },
    'stages[0].slots: must be 4 or 8 slots, got 6',
  ],
  [
    'three slots in the lower bracket',
    {
      stages: [
        { id: 'd', kind: 'doubleElimination', bestOf: 3, slots: teams.slice(0, 4), lowerSlots: teams.slice(4, 7) },
      ],
    },
    'stages[0].lowerSlots: must be 2 or 4 slots beside 4 upper ones, got 3 beside 4',
  ],
  [
    'no length of the final',
    { stages: [{ id: 'd', kind: 'doubleElimination', bestOf: { upper: 3, lower: 3 }, slots: teams }] },
    'stages[0].final: must be the length of the final where bestOf is by bracket, but is missing',
  ],
  [
    'two lengths for four lower rounds',
    { stages: [{ id: 'd', kind: 'doubleElimination', bestOf: { upper: 3, lower: [3, 3] }, final: 5, slots: teams }] },
    'stages[0].bestOf.lower: must be one number, or a list of 4, one for each lower round, got a list of 2',
  ],
  [
    'a best-of-7 in the upper bracket',
    {
      stages: [
        { id: 'd', kind: 'doubleElimination', bestOf: { upper: [3, 3, 7], lower: [3, 3] }, final: 5, slots: teams },
      ],
    },
    'stages[0].bestOf.upper[2]: must be 1, 3 or 5, got 7',
  ],
  [
    'two lengths for a ladder of eight',
    { stages: [{ id: 'd', kind: 'kingOfTheHill', bestOf: [3, 3], slots: teams }] },
    'stages[0].bestOf: must be one number, or a list of 7, one for each series, got a list of 2',
  ],
  [
    'results carried from an unknown stage',
    {
      'stages[1]': { id: 'second', kind: 'roundRobin', bestOf: 1, carry: 'group', slots: ['groups.A.1', 'groups.B.1'] },
    },
    'stages[1].carry: must be the id of an earlier roundRobin, got "group"; did you mean groups?',
  ],
  [
    'a team without results to carry',
    {
      'teams[8]': 'X',
      'stages[1]': { id: 'second', kind: 'roundRobin', bestOf: 1, carry: 'groups', slots: ['groups.A.1', 'X'] },
    },
    'stages[1].slots[1]: must be a team of groups, whose results carry over; name a place such as groups.A.1',
  ],
  [
    'more groups than teams',
    { 'stages[0].groups': Object.fromEntries(Array.from({ length: 33 }, (_, i) => [`g${i}`, ['T1', 'BLG']])) },
    'stages[0].groups: must be 1 to 32 groups, got 33',
  ],
  [
    '2,001 results',
    { results: Array(2001).fill(series('T1', 'BLG', 2, 0)) },
    'results: must be a list of at most 2000, got array of 2001',
  ],
  ['a field __proto__', { '': JSON.parse('{"name":"x","__proto__":{"a":1}}') }, '__proto__: must have another name'],
  [
    'a group __proto__',
    { 'stages[0].groups': JSON.parse('{"__proto__":["T1","BLG"]}') },
    'stages[0].groups.__proto__: must have another name',
  ],
  [
    'a group of every object',
    { 'stages[1].slots[0]': 'groups.toString.1' },
    'stages[1].slots[0]: must be a place of a group of groups, got "toString"',
  ],
  [
    'ten thousand lists in one another',
    { 'stages[0].bestOf': nested(10_000) },
    'stages[0].bestOf[0][0][0][0]: must be nested at most 6 deep',
  ],
  [
    'a million values',
    { 'stages[0].bestOf': Array(1e6).fill(1) },
    'stages[0].bestOf: must end before 40000 values in all',
  ],
  [
    'several faults: the first in the document',
    { '': { draws: 5, results: 5, name: 3 } },
    'draws: must be a list of at most 8, got 5',
  ],
]

describe('a broken format is refused with its place', () => {
  it.each(faults)('%s', (_, changes, message) => {
    expect(() => parseTournament(changedCup(changes))).toThrow(
      expect.objectContaining({ code: 'validation_error', message }),
    )
  })

  it('the format that they change is whole', () => {
    expect(parseTournament(changedCup({}))).toEqual(cupFormat)
  })

  it('messages stay short, whatever the names', () => {
    const long = 'x'.repeat(100_000)
    for (const path of faults.flatMap(([, changes]) => Object.keys(changes))) {
      expect(lengthOfFault(changedCup({ [path]: long })), path).toBeLessThan(600)
    }
  })
})

function lengthOfFault(json: unknown): number {
  try {
    parseTournament(json)
    return 0
  } catch (error) {
    return (error as Error).message.length
  }
}
