import { describe, expect, it } from 'vitest'
import { type DevigMethod, devig } from '#core/market/devig.ts'
import { kellyFraction, kellyGrowth } from '#core/market/stakes.ts'

// Markets in which the obvious form of a formula loses digits: certain favourites, prices of a million, sums far from 1, and a market
// that is fair except for the last bit. Values come from 60-digit arithmetic on the exact doubles.
type Market = [
  odds: number[],
  margin: number,
  hold: number,
  p: Partial<Record<DevigMethod, number>>,
  params: Record<string, number>,
]

const markets: Market[] = [
  [
    [1.0000001, 1.0000002655792362],
    0.9999996344208443,
    0.4999999086051944,
    {
      multiplicative: 0.4999999586051985,
      shin: 0.4999999172104122,
      oddsRatio: 0.38027726961340674,
      probit: 0.4632226945211345,
      power: 0.3364542641996213,
      goto: 0.38027725010268,
      bb: 0.2735385442618469,
      jsd: 0.49999891085716,
    },
    {
      shinZ: 0.999999634420858,
      oddsRatioC: 6136248.530922079,
      logC: 15.629724124944646,
      powerK: 4101575.1673050835,
      bbZ: 0.9999996344208443,
      jsDistance: 0.4644998978389819,
    },
  ],
  [
    [1.0000001, 1000000.0],
    9.000000099416123e-7,
    8.999991999423234e-7,
    {
      multiplicative: 9.999991000008e-7,
      shin: 5.499999950291938e-7,
      oddsRatio: 3.1622782422308864e-7,
      probit: 3.2392043966600317e-7,
      power: 1.1561633434003178e-7,
      goto: 1.0028450520747161e-7,
      bb: 1.0000008005846075e-7,
      jsd: 4.361999482910386e-7,
    },
    {
      shinZ: 1.2681809007223342e-6,
      oddsRatioC: 3.1622792403852196,
      logC: 1.1512930462053392,
      powerK: 1.1561634673691306,
      bbZ: 9.000000099416123e-7,
      jsDistance: 0.00023842962027247912,
    },
  ],
  [
    [1000000.0, 27761.475099519677],
    -0.9999629788593216,
    -27010.5934213544,
    {
      multiplicative: 0.027011593421354396,
      shin: 0.4999824894296608,
      oddsRatio: 0.14281905991468416,
      probit: 0.3475316770534293,
      power: 0.4481285522003925,
      goto: 0.49998686699121175,
      bb: 0.49999124455276206,
      jsd: 0.49984011889433655,
    },
    {
      shinZ: -0.9999298521251441,
      oddsRatioC: 6.001872563642191e-6,
      logC: -12.023439043487038,
      powerK: 0.058099564072204034,
      bbZ: -0.9999629788593216,
      jsDistance: 0.4643994842247601,
    },
  ],
  [
    [1.0001, 1000.0],
    0.000900009999000111,
    0.0008992007093705695,
    {
      multiplicative: 0.0009991007992906295,
      shin: 0.0005499950004999445,
      oddsRatio: 0.0003162859301443021,
      probit: 0.000331260259325951,
      power: 0.00012956848096911107,
      goto: 0.00010890496443805054,
      bb: 0.0001000800740672502,
      jsd: 0.0004362419036859537,
    },
    {
      shinZ: 0.001267265409502407,
      oddsRatioC: 3.1638599858418375,
      logC: 1.1517927966638697,
      powerK: 1.2958335442570013,
      bbZ: 0.000900009999000111,
      jsDistance: 0.007541746726712227,
    },
  ],
  [
    [1.0000001, 1000000.0, 1000000.0],
    1.9000000099416124e-6,
    1.8999963999484336e-6,
    {
      multiplicative: 9.999981000036002e-7,
      additive: 3.666666633527959e-7,
      shin: 5.249996353276653e-7,
      oddsRatio: 2.2360683461868878e-7,
      power: 6.017172300897453e-8,
      goto: 5.0150179540208494e-8,
      bb: 5.00000425292345e-8,
    },
    {
      shinZ: 1.379760697839976e-6,
      logC: 1.4978667482887666,
      oddsRatioC: 4.472138689764194,
      powerK: 1.203434592061301,
      bbZ: 9.500000049708062e-7,
    },
  ],
  [
    [1.0000001, 1.0000001, 1.0000001, 1.0000001, 1.0000001, 1000000.0],
    4.000000500000049,
    0.80000002,
    {
      multiplicative: 1.9999998000000002e-7,
      additive: -0.6666657500000083,
      shin: 2.0000005499995815e-13,
      oddsRatio: 2.5000025014620287e-14,
      power: 0.0,
      goto: -3.9936849252650495,
      bb: -3.9999974999989987,
    },
    {
      shinZ: 0.9999996250003125,
      logC: 17.504390011494376,
      oddsRatioC: 39999999.976646565,
      powerK: 16094379.919662967,
      bbZ: 0.80000010000001,
    },
  ],
  [
    [4851.77406501083, 1.0002201306461427, 71571.588662491],
    -1.0519078303195806e-16,
    -1.0519078303195807e-16,
    {
      multiplicative: 1.3972024635581084e-5,
      additive: 1.3972024635616146e-5,
      shin: 1.3972024635607381e-5,
      oddsRatio: 1.3972024635584421e-5,
      power: 1.3972024635588812e-5,
      goto: 1.3972024635633293e-5,
      bb: 1.3972024635633676e-5,
    },
    {
      shinZ: -5.25953915159526e-17,
      logC: -2.3903014889206127e-13,
      oddsRatioC: 0.999999999999761,
      powerK: 0.9999999999999505,
      bbZ: -5.259539151597903e-17,
    },
  ],
  [
    [20.0, 20.0, 20.0, 30.0],
    -0.8166666666666667,
    -4.454545454545454,
    {
      multiplicative: 0.18181818181818182,
      additive: 0.2375,
      shin: 0.23379471701631682,
      oddsRatio: 0.1939963956735091,
      power: 0.21746573622245371,
      goto: 0.23883444793924724,
      bb: 0.24017467248908297,
    },
    {
      shinZ: -0.2713005956326415,
      logC: -1.943047195508955,
      oddsRatioC: 0.1432667222445283,
      powerK: 0.44858142714642285,
      bbZ: -0.2722222222222222,
    },
  ],
]

function expectDigits(actual: number | undefined, expected: number, room: number, label: string): void {
  const distance = Math.abs((actual ?? Number.NaN) - expected)
  expect(distance <= room * Math.max(1, Math.abs(expected)), `${label}: ${actual}, not ${expected}`).toBe(true)
}

describe('results keep their last digits', () => {
  it.each(markets)('devig keeps its last digits at %j', (odds, margin, hold, p, params) => {
    const longest = odds.indexOf(Math.max(...odds))
    for (const [method, expected] of Object.entries(p)) {
      const result = devig(odds, { method: method as DevigMethod })
      expectDigits(result.probabilities[longest], expected, 3.4e-16, method)
      if (odds.length === 2) expect(Math.abs((result.probabilities[longest] ?? 9) / expected - 1)).toBeLessThan(1e-14)
      expectDigits(result.margin, margin, 2.3e-16, 'margin')
      expectDigits(result.hold, hold, 3.4e-16, 'hold')
      expect(result.underround).toBe(margin < 0)
      for (const [name, value] of Object.entries(result.params)) expectDigits(value, params[name] ?? 9, 1e-15, name)
    }
  })

  it('stakes keep their last digits at the shortest prices', () => {
    expectDigits(kellyFraction(0.9999998411934694, 1.0000001588068033), 1.5581902809109495e-6, 1e-16, 'Kelly')
    expectDigits(kellyFraction(0.9999999965321498, 1.00000005), 0.9306429918346496, 3.4e-16, 'Kelly')
    expectDigits(kellyGrowth(0.9999998411934694, 1.0000001588068033) * 1e19, 1.927881410997353, 1e-9, 'growth')
  })
})
