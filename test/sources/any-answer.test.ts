import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import type { SourceHttp } from '#sources/http/source-client.ts'
import { gamesQuery, playersQuery, queryCargo, seriesQuery } from '#sources/leaguepedia/cargo.ts'
import { collect } from '#sources/leaguepedia/read-leaguepedia.ts'
import { listEvents, readDetails, readWindow, toEvent } from '#sources/lolesports/schedule.ts'
import { seriesOfMatch, toGames } from '#sources/lolesports/to-stated.ts'
import { checkFile } from '#sources/oracles-elixir/check-file.ts'
import { SourceError } from '#sources/source-error.ts'
import { amount } from '../support/amount.ts'
import { toCsv } from '../support/history.ts'
import { answerCargo, type CargoCells } from '../support/sources/cargo-tables.ts'
import { lolesportsMatches } from '../support/sources/fake-lolesports.ts'
import { leaguepediaTables } from '../support/sources/leaguepedia-tables.ts'
import { oraclesElixirRows } from '../support/sources/oracles-elixir-rows.ts'
import { afterTheLeague, statedLeague } from '../support/sources/stated-league.ts'

// Any reply of a source is either read or refused with a SourceError; no other error may occur.

const stated = statedLeague()
const nowMs = Date.parse(afterTheLeague)
const strange = fc.oneof(
  fc.jsonValue(),
  fc.constantFrom(null, '', ' ', '-1', '1e9', 'NaN', '2031-02-30 00:00:00', '__proto__', 1e308, [], {}, [null], true),
)

/** The value with one of its parts, at any depth, replaced. */
function changed(value: unknown, path: readonly number[], by: unknown): unknown {
  const [step, ...rest] = path
  if (step === undefined || typeof value !== 'object' || value === null) return by
  const keys = Object.keys(value)
  const key = keys[step % Math.max(1, keys.length)]
  if (key === undefined) return by
  const part = changed((value as Record<string, unknown>)[key], rest, by)
  if (Array.isArray(value)) return value.map((one, index) => (String(index) === key ? part : one))
  return { ...value, [key]: part }
}

const runs = { numRuns: amount(50, 20_000) }
const damage = fc.tuple(fc.array(fc.nat(30), { maxLength: 9 }), strange)

async function orSourceError<T>(read: () => Promise<T> | T): Promise<T | null> {
  try {
    return await read()
  } catch (error) {
    expect(error).toBeInstanceOf(SourceError)
    return null
  }
}

const answering = (answer: unknown): SourceHttp => ({ requests: 0, json: async () => answer })

it('a damaged reply of Leaguepedia is read or refused', async () => {
  const tables = leaguepediaTables({ games: stated.games.slice(0, 3), series: stated.series.slice(0, 2) })
  const queries = [seriesQuery, gamesQuery, playersQuery]
  const replies = queries.map(({ tables: from, joinOn, fields, order }) => ({
    cargoquery: answerCargo(
      tables,
      new URLSearchParams({
        tables: from,
        join_on: joinOn,
        fields: String(fields),
        where: `${order[0]} >= '2000'`,
        order_by: String(order),
        limit: '500',
      }),
    ) as unknown,
  }))
  await fc.assert(
    fc.asyncProperty(fc.nat(2), damage, async (which, [path, by]) => {
      const rows = await Promise.all(
        queries.map((query, index) => {
          const reply = index === which ? changed(replies[index], path, by) : replies[index]
          return orSourceError(() => queryCargo(answering(reply), '', query, 0, nowMs))
        }),
      )
      const [series, games, players] = rows.map((one) => (one ?? []) as CargoCells[])
      const read = collect([{ series: series!, games: games!, players: players! }], nowMs)
      for (const game of read.games) {
        expect(Number.isFinite(game.startMs)).toBe(true)
        expect(game.winner === 0 || game.winner === 1).toBe(true)
        expect(game.sides.every(({ seats }) => seats === null || seats.length === 5)).toBe(true)
      }
    }),
    runs,
  )
})

it('a damaged answer of lolesports is read or refused', async () => {
  const [match] = lolesportsMatches({ games: stated.games, series: stated.series.slice(0, 1) })
  const { event, details, windows } = match!
  const [gameId = ''] = Object.keys(windows)
  await fc.assert(
    fc.asyncProperty(fc.nat(3), damage, async (which, [path, by]) => {
      const answer = <T>(index: number, value: T): unknown => (index === which ? changed(value, path, by) : value)
      const page = { data: { schedule: { pages: { older: null, newer: null }, events: [event] } } }
      const gateway = (value: unknown) => ({ http: answering(value), url: '', key: 'k' })
      const events = await orSourceError(() => listEvents(gateway(answer(0, page)), 0, nowMs))
      const read = await orSourceError(() => toEvent(answer(1, events?.[0] ?? event), 'event'))
      const parsed = await orSourceError(() =>
        readDetails(gateway(answer(2, { data: { event: { match: details } } })), '7'),
      )
      const window = await orSourceError(() => readWindow(answering(answer(3, windows[gameId])), '', gameId))
      if (read === null) return
      const whole = { event: read, details: parsed, windows: new Map([[gameId, window]]) }
      expect(['upcoming', 'running', 'ended']).toContain(seriesOfMatch(whole).state)
      for (const game of toGames(whole)) expect(Number.isFinite(game.startMs)).toBe(true)
    }),
    runs,
  )
})

it('a damaged yearly file is counted or refused, however its bytes are cut into chunks', async () => {
  const csv = Buffer.from(toCsv(oraclesElixirRows(stated.games.slice(0, 2))))
  await fc.assert(
    fc.asyncProperty(fc.nat(csv.length), fc.uint8Array({ maxLength: 9 }), fc.nat(40), async (at, bytes, lost) => {
      const damaged = Buffer.concat([csv.subarray(0, at), bytes, csv.subarray(at + lost)])
      const chunks = [damaged.subarray(0, at), damaged.subarray(at, at + 3), damaged.subarray(at + 3)]
      const games = await orSourceError(() => checkFile(chunks, 'the file'))
      expect(games).toEqual(await orSourceError(() => checkFile([damaged], 'the file')))
    }),
    runs,
  )
})
