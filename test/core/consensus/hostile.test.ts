import { describe, expect, it } from 'vitest'
import { RiftlineError } from '#base/errors.ts'
import { consensusTable } from '#core/consensus/consensus-table.ts'
import { consensusWeights, prepareConsensus } from '#core/consensus/consensus-weights.ts'
import { shrinkToParent } from '#core/consensus/league-evidence.ts'
import { baseWeights, finalWeights, pool, roiTilt } from '#core/consensus/member-weights.ts'
import { amount } from '../../support/amount.ts'
import { describeHostile } from '../calibration/hostile-values.ts'
import { history, ids, targetOf } from './worlds.ts'

// biome-ignore lint/suspicious/noExplicitAny: these tests pass wrong types on purpose.
type Any = any

const target = { ...targetOf([0.4, 0.5, 0.6]), roi: { fasttree: { n: 40, yield: 0.1, sd: 1 } }, daysLater: 3 }
const options = {
  eta: 1,
  nCap: 100,
  nMin: 1,
  halfLifeDays: 90,
  h: 0.3,
  rho: 0.3,
  kappaLeague: 9,
  kappaSpread: 9,
  tau: 0.1,
  wMin: 0.05,
  conditionOnSpread: true,
}
const records = history(6, 1)

/** Every function of the folder, with valid arguments. */
const calls: readonly (readonly [string, (...args: Any[]) => unknown, readonly unknown[]])[] = [
  ['pool', pool, [[0.4, 0.5], [1, 2], { pool: 'linear' }]],
  ['baseWeights', baseWeights, [[0.6, 0.7], 40, { eta: 1, nCap: 50 }]],
  [
    'roiTilt',
    roiTilt,
    [
      { n: 40, yield: 0.1, sd: 1 },
      { tau: 0.1, minPicks: 30 },
    ],
  ],
  ['finalWeights', finalWeights, [[0.6, 0.7], [1, 1.1], { wMin: 0.05 }]],
  ['shrinkToParent', shrinkToParent, [0.1, 0.2, 3, 4]],
  ['consensusTable', consensusTable, [records, ids]],
  ['consensusWeights', consensusWeights, [records, target, options]],
  [
    'prepareConsensus',
    (history, names, chosen, asked) => prepareConsensus(history, names, chosen)(asked),
    [consensusTable(records, ids), ids, options, target],
  ],
]

describeHostile(calls, amount(25, 400))

describe('refuses', () => {
  const good = targetOf([0.5, 0.6, 0.7])
  const table = consensusTable(history(3, 1), ids)
  it.each<[string, () => unknown]>([
    ['no members to pool', () => pool([], [])],
    ['a member above 1', () => pool([1.1], [1])],
    ['weights that are all 0', () => pool([0.5, 0.6], [0, 0])],
    ['too few weights', () => pool([0.5, 0.6], [1])],
    ['an unknown pool', () => pool([0.5], [1], { pool: 'median' as Any })],
    [
      'a member listed twice',
      () => consensusWeights([], { members: [good.members[0], good.members[0]] as Any, league: null }),
    ],
    ['a member without a name', () => consensusWeights([], { members: [{ p: 0.5 }] as Any, league: null })],
    ['a league that is a number', () => consensusWeights([], { ...good, league: 3 as Any })],
    ['a history that is not a list', () => consensusWeights({} as Any, good)],
    ['a match with a negative age', () => consensusWeights([{ ageDays: -1, league: 'LCK', p: {}, y: 1 }], good)],
    [
      'a past probability above 1',
      () => consensusWeights([{ ageDays: 1, league: 'LCK', p: { fasttree: 2 }, y: 1 }], good),
    ],
    ['a past match without a result', () => consensusWeights([{ ageDays: 1, league: 'LCK', p: {} } as Any], good)],
    ['a floor above 1/3 for three members', () => consensusWeights([], good, { wMin: 0.4 })],
    ['a negative eta', () => consensusWeights([], good, { eta: -1 })],
    ['a kernel of width 0', () => consensusWeights([], good, { h: 0 })],
    ['a switch that is not a boolean', () => consensusWeights([], good, { conditionOnSpread: 'no' as Any })],
    ['members other than the prepared ones', () => prepareConsensus([], ['a', 'b', 'c'])(good)],
    ['a yield that is NaN', () => roiTilt({ n: 100, yield: Number.NaN, sd: 1 })],
    ['losses that are NaN', () => baseWeights([Number.NaN], 1)],
    ['a negative size of the history', () => baseWeights([0.5], -1)],
    ['tilts for a different number of members', () => finalWeights([0.5, 0.5], [1])],
    ['base weights and tilts whose products are all 0', () => finalWeights([1, 0], [0, 1])],
    ['a tilt strength whose exponential overflows', () => roiTilt({ n: 100, yield: 1, sd: 1 }, { tau: 1e3 })],
    ['a list of names with holes', () => prepareConsensus([], new Array(2))],
    ['a negative daysLater', () => prepareConsensus([], ids)({ ...good, daysLater: -1 })],
    ['a table with a short column', () => prepareConsensus({ ...table, y: [1] }, ids)],
    ['a table with a league index beyond the list', () => prepareConsensus({ ...table, league: [0, 9, 0] }, ids)],
    [
      'a table with a fractional league index',
      () => prepareConsensus({ ...table, leagues: ['a', 'b'], league: [0, 0.5, 0] }, ids),
    ],
    ['a table with a column missing for a member', () => prepareConsensus({ ...table, p: table.p.slice(1) }, ids)],
    [
      'a table with a forecast above 1',
      () => prepareConsensus({ ...table, p: [[0.5, 0.5, 2], ...table.p.slice(1)] }, ids),
    ],
    [
      'a table with an undefined forecast',
      () => prepareConsensus({ ...table, p: [[0.5, undefined, 0.5], ...table.p.slice(1)] as Any }, ids),
    ],
    ['a table that lists a league twice', () => prepareConsensus({ ...table, leagues: ['a', 'a'] }, ids)],
    ['an empty list of names for a table', () => consensusTable([], [])],
    ['a negative pseudo-weight', () => shrinkToParent(0, 0, 1, -1)],
  ])('the consensus refuses %s', (_label, call) => expect(call).toThrow(RiftlineError))
})
