import { expect, it } from 'vitest'
import { OddsBook } from '#odds/book/odds-book.ts'
import { winnerPrices } from '#odds/book/odds-store.ts'
import { toStored } from '#odds/book/stored-snapshot.ts'
import { parseOddsSnapshot } from '#odds/import/parse-snapshot.ts'
import { at, type Captured, captured } from './captured.ts'

const start = '2026-11-21T15:00:00'
const day = '2026-11-21T'

function bookOf(...snapshots: readonly Captured[]): OddsBook {
  const book = new OddsBook()
  for (const one of snapshots) book.add(toStored(parseOddsSnapshot(captured({ start, ...one }))))
  return book
}

const shown = (book: OddsBook): readonly string[] =>
  [...book.records()].flatMap((record) =>
    'snapshot' in record
      ? [`${record.snapshot.source} ${new Date(record.snapshot.capturedAt).toISOString().slice(11, 16)}`]
      : [],
  )

const hours = (source: string, ...times: readonly string[]): readonly Captured[] =>
  times.map((time) => ({ source, at: `${day}${time}:00` }))

it('a match well in the past keeps the first and latest snapshot and the closing line of each source', () => {
  const book = bookOf(
    ...hours('kalshi', '08:00', '09:00', '10:00', '11:00'),
    ...hours('polymarket', '08:30', '09:30', '14:00', '15:10', '15:20'),
  )
  book.thin(at(start) + 8 * 24 * 3_600_000)
  expect(shown(book)).toEqual([
    ...['kalshi 08:00', 'polymarket 08:30', 'kalshi 11:00'],
    ...['polymarket 14:00', 'polymarket 15:20'],
  ])
})

it('a frequently polled source displaces neither the first nor the closing snapshot of another', () => {
  const often = Array.from({ length: 300 }, (_, index) => ({
    source: 'polymarket',
    at: new Date(at(`${day}09:00:00`) + index * 60_000).toISOString().slice(0, 19),
  }))
  const book = bookOf(...hours('kalshi', '08:00', '08:30', '08:40'), ...often)
  book.thin(at(`${day}14:00:00`))
  const kept = shown(book)
  expect(kept).toHaveLength(100)
  expect(kept.slice(0, 3)).toEqual(['kalshi 08:00', 'kalshi 08:40', 'polymarket 09:00'])
})

it('winner prices are grouped by match and source, in the order of its teams, also after thinning', () => {
  const book = bookOf(
    { source: 'kalshi', at: `${day}08:00:00`, teams: [102, 101], prices: [1.5, 2.5] },
    { source: 'kalshi', at: `${day}09:00:00`, prices: [2.4, 1.6] },
    { at: `${day}09:00:00`, prices: null },
    { at: `${day}10:00:00`, prices: [2, 1.8] },
    { match: 'other', at: `${day}09:00:00`, start: '2026-11-30T15:00:00' },
  )
  const now = at(start) + 8 * 24 * 3_600_000
  const expected = [
    {
      ...{ esportsMatchId: 'nl-1', source: '', scheduledMs: at(start), teams: [101, 102] },
      prices: [{ capturedMs: at(`${day}10:00:00`), odds: [2, 1.8] }],
    },
    {
      ...{ esportsMatchId: 'nl-1', source: 'kalshi', scheduledMs: at(start), teams: [102, 101] },
      prices: [
        { capturedMs: at(`${day}08:00:00`), odds: [1.5, 2.5] },
        { capturedMs: at(`${day}09:00:00`), odds: [1.6, 2.4] },
      ],
    },
  ]
  expect(winnerPrices(book.scheduled(at(start), at(start) + 1, now))).toEqual(expected)
  expect(book.scheduled(at(start) + 1, at('2026-11-30T15:00:00'), now)).toEqual([])
  book.thin(now)
  expect(winnerPrices(book.scheduled(at(start), at(start) + 1, now))).toEqual(expected)
})

it('thinning keeps the first snapshot of a match, its closing line and the latest', () => {
  const book = new OddsBook()
  const minutes = Array.from({ length: 150 }, (_, minute) => new Date(at('2026-11-21T12:31:00') + minute * 60_000))
  const times = minutes.map((time) => time.toISOString().slice(0, 19))
  for (const time of times) book.add(toStored(parseOddsSnapshot(captured({ at: time, start }))))
  const kept = () => [...book.records()].flatMap((record) => ('snapshot' in record ? [record.snapshot.capturedAt] : []))
  book.thin(at('2026-11-21T15:01:00'))
  expect(kept()).toEqual([times[0], ...times.slice(51)].map((time) => at(time!)))
  book.thin(at('2026-12-01T00:00:00'))
  expect(kept()).toEqual([times[0], '2026-11-21T14:59:00', times.at(-1)].map((time) => at(time!)))
})
