import { describe, it } from 'vitest'
import { anchor, fitAnchorHierarchy, selectAnchor } from '#core/market/anchor.ts'
import { bettingYield } from '#core/market/betting-table.ts'
import { devig } from '#core/market/devig.ts'
import { americanToDecimal, fractionalToDecimal } from '#core/market/odds.ts'
import { closingLineValue, edge, expectedValue, kellyFraction, kellyGrowth } from '#core/market/stakes.ts'
import { expectRefused } from './expect-refused.ts'
import { fitAnchorWeight } from './fit-anchor-weight.ts'

// biome-ignore lint/suspicious/noExplicitAny: these tests pass wrong types on purpose.
type Any = any

/** Values that are not numbers, though some convert to one. */
const noNumbers: Any[] = [
  '0.5',
  '',
  null,
  true,
  Number.NaN,
  Infinity,
  -Infinity,
  5n,
  Symbol('p'),
  [0.5],
  [],
  {},
  Object.create(null),
  new Number(0.5),
  { valueOf: () => 0.5 },
  () => 0.5,
  new Date(0),
]
const noLists: Any[] = [
  '2,2',
  7,
  null,
  true,
  5n,
  Symbol('o'),
  {},
  Object.create(null),
  () => [2, 2],
  new Map(),
  new DataView(new ArrayBuffer(8)),
]
const noRecords: Any[] = ['x', 7, null, true, 5n, Symbol('r'), [], () => ({})]
const noWords: Any[] = [
  'magic',
  '',
  'SHIN',
  null,
  7,
  5n,
  Symbol('m'),
  ['shin'],
  {},
  { toString: () => 'shin' },
  Object.create(null),
]
const without1 = noNumbers.concat(-1, -0.001, 1.001, 7) // not probabilities either
const noPrices = noNumbers.concat(1, 0, -2, 0.99)
const noWeights = noNumbers.concat(-1)

const triple = { calibrated: 0.6, market: 0.5, y: 1 }
const win = { odds: 2, stake: 1, result: 'win' }
const hierarchy = fitAnchorHierarchy([{ ...triple, bestOf: 3 }])

/** Every argument of every function: its name in messages, values that it must refuse, and a call that passes such a value. */
const cases: [string, string, Any[], (value: Any) => unknown][] = [
  ['devig', 'odds', noLists.concat(undefined, [[]], [[2]]), (v) => devig(v)],
  ['devig', 'odds[0]', noPrices.concat(undefined), (v) => devig([v, 2])],
  ['devig', 'odds[1]', noPrices.concat(undefined), (v) => devig([2, v])],
  ['devig', 'odds[2]', noPrices.concat(undefined), (v) => devig([2, 3, v])],
  ['devig', 'options', noRecords, (v) => devig([2, 2], v)],
  ['devig', 'method', noWords, (v) => devig([2, 2], { method: v })],
  ['devig', 'family', noWords.concat(undefined), (v) => devig([2, 2], { method: 'share', family: v, exponent: 1 })],
  [
    'devig',
    'exponent',
    noNumbers.concat(undefined),
    (v) => devig([2, 2], { method: 'share', family: 'h', exponent: v }),
  ],
  ['devig', 'odds', ['probit', 'jsd'], (v) => devig([2, 3, 4], { method: v })],
  ['americanToDecimal', 'american', noNumbers.concat(undefined, 0, 99.99, -99.99, '-110'), (v) => americanToDecimal(v)],
  [
    'fractionalToDecimal',
    'fractional',
    [
      2.5,
      undefined,
      null,
      5n,
      Symbol('f'),
      {},
      ['5/2'],
      new String('5/2'),
      '',
      '7',
      '5/',
      '/2',
      '5/0',
      '0/1',
      '0/0',
      '-1/2',
      '1/-2',
      '+1/2',
      '1e3/2',
      '1/2/3',
      'a/b',
      '1 /2 x',
      '½',
      '1,5/2',
      'Infinity/1',
      'NaN/1',
      `${'9'.repeat(400)}/1`,
    ],
    (v) => fractionalToDecimal(v),
  ],
  ...[expectedValue, edge, kellyFraction, kellyGrowth].flatMap((f): typeof cases => [
    [f.name, 'probability', without1.concat(undefined), (v) => f(v, 2)],
    [f.name, 'decimalOdds', noPrices.concat(undefined), (v) => f(0.5, v)],
  ]),
  ['kellyFraction', 'options', noRecords, (v) => kellyFraction(0.5, 2, v)],
  ['kellyFraction', 'fraction', without1, (v) => kellyFraction(0.5, 2, { fraction: v })],
  ['closingLineValue', 'oddsTaken', noPrices.concat(undefined), (v) => closingLineValue(v, [2, 2])],
  ['closingLineValue', 'closing', noLists.concat(undefined, [[]], [[2]]), (v) => closingLineValue(2, v)],
  ['closingLineValue', 'closing[1]', noPrices.concat(undefined), (v) => closingLineValue(2, [2, v])],
  ['closingLineValue', 'closing', ['probit', 'jsd'], (v) => closingLineValue(2, [2, 3, 4], { method: v })],
  ['closingLineValue', 'options', noRecords, (v) => closingLineValue(2, [2, 2], v)],
  ['closingLineValue', 'method', noWords, (v) => closingLineValue(2, [2, 2], { method: v })],
  ['bettingYield', 'bets', noLists.concat(undefined, [[]], Float64Array.of(1)), (v) => bettingYield(v)],
  ['bettingYield', 'bets[1]', noRecords.concat(undefined), (v) => bettingYield([win as Any, v])],
  ['bettingYield', 'bets[0].odds', noPrices.concat(undefined), (v) => bettingYield([{ ...win, odds: v } as Any])],
  ['bettingYield', 'bets[0].stake', noWeights.concat(undefined, 0), (v) => bettingYield([{ ...win, stake: v } as Any])],
  ['bettingYield', 'bets[0].result', noWords.concat(undefined, 'push'), (v) => bettingYield([{ ...win, result: v }])],
  ['anchor', 'calibrated', without1.concat(undefined), (v) => anchor(v, 0.5, 0.5)],
  ['anchor', 'market', without1.concat(undefined), (v) => anchor(0.5, v, 0.5)],
  ['anchor', 'weight', without1.concat(undefined), (v) => anchor(0.5, 0.5, v)],
  ...[fitAnchorWeight, fitAnchorHierarchy].flatMap((f: Any): typeof cases => [
    [f.name, 'records', noLists.concat(undefined, Float64Array.of(1)), (v) => f(v)],
    [f.name, 'records[1]', noRecords.concat(undefined), (v) => f([triple, v])],
    [f.name, 'records[0].calibrated', without1.concat(undefined), (v) => f([{ ...triple, calibrated: v }])],
    [f.name, 'records[0].market', without1.concat(undefined), (v) => f([{ ...triple, market: v }])],
    [f.name, 'records[0].y', without1.concat(undefined), (v) => f([{ ...triple, y: v }])],
    [f.name, 'records[0].weight', noWeights, (v) => f([{ ...triple, weight: v }])],
    [f.name, 'records[0].ageDays', noWeights, (v) => f([{ ...triple, ageDays: v }])],
    [f.name, 'options', noRecords, (v) => f([triple], v)],
    [f.name, 'w0', without1, (v) => f([triple], { w0: v })],
    [f.name, 's', noWeights.concat(0, 1e10), (v) => f([triple], { s: v })],
    [
      f.name,
      'halfLifeDays',
      noWeights.concat(0).filter((v) => v !== Infinity),
      (v) => f([triple], { halfLifeDays: v }),
    ],
  ]),
  ['fitAnchorHierarchy', 'childS', noWeights.concat(0), (v) => fitAnchorHierarchy([triple], { childS: v })],
  ['fitAnchorHierarchy', 'minimum', noWeights, (v) => fitAnchorHierarchy([triple], { minimum: v })],
  [
    'fitAnchorHierarchy',
    'records[0].bestOf',
    noNumbers.filter((v) => v !== null).concat(0, 1.5, -3),
    (v) => fitAnchorHierarchy([{ ...triple, bestOf: v }]),
  ],
  [
    'fitAnchorHierarchy',
    'records[0].league',
    [7, true, 5n, Symbol('l'), {}, ['LCK'], Object.create(null)],
    (v) => fitAnchorHierarchy([{ ...triple, league: v }]),
  ],
  ['selectAnchor', 'hierarchy', noRecords.concat(undefined), (v) => selectAnchor(v)],
  ['selectAnchor', 'hierarchy.model', noRecords.concat(undefined), (v) => selectAnchor({ ...hierarchy, model: v })],
  [
    'selectAnchor',
    'hierarchy.model.w',
    without1.concat(undefined),
    (v) => selectAnchor({ ...hierarchy, model: { ...hierarchy.model, w: v } }),
  ],
  ['selectAnchor', 'hierarchy.weights', noRecords.concat(undefined), (v) => selectAnchor({ ...hierarchy, weights: v })],
  [
    'selectAnchor',
    'hierarchy.weights.w',
    without1,
    (v) => selectAnchor({ ...hierarchy, weights: { bo3: { ...hierarchy.model, w: v } } }, { bestOf: 3 }),
  ],
  ['selectAnchor', 'cell', noRecords, (v) => selectAnchor(hierarchy, v)],
  [
    'selectAnchor',
    'cell.bestOf',
    noNumbers.filter((v) => v !== null).concat(0, 1.5),
    (v) => selectAnchor(hierarchy, { bestOf: v }),
  ],
  [
    'selectAnchor',
    'cell.league',
    [7, true, 5n, Symbol('l'), {}],
    (v) => selectAnchor(hierarchy, { bestOf: 3, league: v }),
  ],
]

describe('bad arguments are refused by name', () => {
  it.each(cases)('%s refuses a bad %s and names it', (_name, path, values, call) => {
    for (const value of values) expectRefused(() => call(value), path)
  })
})
