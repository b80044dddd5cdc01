import fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { TreePlace } from '#core/trees.ts'
import { ByteBuffer } from '../../site/playground/model/byte-buffer.ts'
import { readRecords } from '../../site/playground/model/read-table.ts'
import { waterfallOf } from '../../site/playground/model/row-waterfall.ts'
import { binsOf } from '../../site/playground/model/score-bins.ts'
import { toBytes, toTime, withShortNumber } from '../../site/playground/model/texts.ts'
import { depthThatFits, shownPlaces } from '../../site/playground/model/tree-layout.ts'

describe('the bytes that csv-parse reads in a browser', () => {
  afterEach(() => {
    vi.unstubAllGlobals()
  })

  function parsed(text: string): unknown {
    const records: unknown[] = []
    try {
      readRecords(new TextEncoder().encode(text), (record, { lines }) => {
        records.push([lines, record])
        return null
      })
      return records
    } catch (error) {
      return (error as Error).message
    }
  }

  it('give the same records and the same errors as the bytes of Node', () => {
    const piece = fc.constantFrom(
      'a',
      '1.5',
      ',',
      '\n',
      '\r\n',
      '"',
      '""',
      '"b,\n"',
      'Łódź',
      '서울',
      '\ufeff',
      ' ',
      'x'.repeat(300),
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const text = pieces.join('')
        const expected = parsed(text)
        vi.stubGlobal('Buffer', ByteBuffer)
        const got = parsed(text)
        vi.unstubAllGlobals()
        expect(got).toEqual(expected)
      }),
    )
  })
})

/** Places of a whole tree of a depth, in the order of `treePlaces`. */
function wholeTree(depth: number): readonly TreePlace[] {
  const places: TreePlace[] = []
  let [nodes, leaves] = [0, 0]
  const add = (parent: number | null, at: number): void => {
    const isLeaf = at === depth
    const child = isLeaf ? ~leaves++ : nodes++
    places.push({ child, parent, depth: at, x: 0, text: isLeaf ? `leaf ${~child}` : `test ${child}` })
    if (isLeaf) return
    add(child, at + 1)
    add(child, at + 1)
  }
  add(null, 0)
  return places
}

describe('the picture of a tree', () => {
  const tree = { places: wholeTree(4), way: [0, 8, 12, 13, ~13], shares: null }

  it('ends at a depth with the number of leaves below, and stands in the middle of them', () => {
    const shown = shownPlaces(tree, 2)
    expect(shown.map(({ text }) => text)).toEqual([
      'test 0',
      'test 1',
      '… 4 leaves',
      '… 4 leaves',
      'test 8',
      '… 4 leaves',
      '… 4 leaves',
    ])
    expect(shown.map(({ x }) => x)).toEqual([1.5, 0.5, 0, 1, 2.5, 2, 3])
    expect(shown.map(({ passes }) => passes)).toEqual([null, true, true, false, false, true, false])
  })

  it('marks the way of a row as far as it is drawn', () => {
    expect(
      shownPlaces(tree, 2)
        .filter(({ isOnWay }) => isOnWay)
        .map(({ child }) => child),
    ).toEqual([0, 8, 12])
    expect(shownPlaces(tree, 4).findLast(({ isOnWay }) => isOnWay)).toMatchObject({ kind: 'leaf', text: 'leaf 13' })
  })

  it.each([
    [16, 4],
    [15, 3],
    [4, 2],
    [1, 1],
  ])('of at most %i leaves has depth %i', (leaves, depth) => {
    expect(depthThatFits(tree, leaves)).toBe(depth)
  })

  it('of a tree without splits is its leaf', () => {
    const leaf = { places: wholeTree(0), way: [~0], shares: [1] }
    expect(depthThatFits(leaf, 8)).toBe(0)
    expect(shownPlaces(leaf, 0)).toMatchObject([{ text: 'leaf 0', kind: 'leaf', isOnWay: true, share: 1 }])
  })
})

describe('the waterfall of a row', () => {
  const names = Array.from({ length: 20 }, (_, i) => `f${i}`)
  const contributions = names.map((_, i) => (i % 2 === 0 ? 1 : -1) * (i + 1))

  it('has the twelve largest contributions and the others together, and ends at the raw score', () => {
    const { start, steps, end } = waterfallOf({ base: 5, contributions, rawScore: -5 }, names, names.fill('1'), 'score')
    expect(steps).toHaveLength(13)
    expect(steps[0]?.value).toBe(-20)
    expect(steps.at(-1)).toEqual({ label: '8 other features', value: -4 })
    expect(steps.reduce((sum, { value }) => sum + value, start.value)).toBe(end.value)
  })

  it('has no bar for others if one more bar shows them all, and none for features without a contribution', () => {
    const few = { base: 0, contributions: [...contributions.slice(0, 13), 0, 0], rawScore: 7 }
    const { steps } = waterfallOf(few, names, ['', '2.123456789'], 'score')
    expect(steps.map(({ label }) => label)).not.toContain(expect.stringContaining('other'))
    expect(steps).toHaveLength(13)
    expect(steps.at(-1)?.label).toMatch(/ = missing$/)
    expect(steps.at(-2)?.label).toMatch(/ = 2\.1235$/)
  })
})

describe('the distribution of scores', () => {
  it('counts every finite score once', () => {
    const bins = binsOf(Float64Array.of(0, 1, 2, 3, 10, Number.NaN, -Infinity))
    expect(bins.reduce((sum, { rows }) => sum + rows, 0)).toBe(5)
    expect([bins[0]?.from, bins.at(-1)?.to]).toEqual([0, 10])
  })

  it('has no bins if all scores are equal', () => {
    expect(binsOf(Float64Array.of(1, 1))).toEqual([])
  })
})

it('numbers in pictures are short, and names keep their digits', () => {
  expect(withShortNumber('x1.00001 <= 250.50000000000003 or missing')).toBe('x1.00001 <= 250.5 or missing')
  expect(withShortNumber('-106.03155810302538')).toBe('-106.03')
  expect([
    toBytes(12_507),
    toBytes(250_000_000),
    toTime(0.0000061),
    toTime(0.000114),
    toTime(0.0234),
    toTime(3.21),
  ]).toEqual(['12.5 kB', '250.0 MB', '6.1 µs', '110 µs', '23 ms', '3.2 s'])
})
