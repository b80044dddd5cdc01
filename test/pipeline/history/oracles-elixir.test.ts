import { describe, expect, it } from 'vitest'
import { readHistory } from '#pipeline/history/read-history.ts'
import type { History, HistorySeries, PlayerGame } from '#pipeline/history/types.ts'
import { type Row, riftlineTables, writeTables } from '../../support/history.ts'
import { oracleRows } from '../../support/oracles-elixir.ts'

async function readRowsAsHistory(rows: Row[]): Promise<History> {
  return readHistory(await writeTables({ '2031_match_data': rows }))
}

const playerGameOrder = (a: PlayerGame, b: PlayerGame): number =>
  a.gameId === b.gameId ? a.playerId - b.playerId : a.gameId < b.gameId ? -1 : 1

/** Removes the order of a series' two teams, which each source draws by itself. */
const withoutTeamOrder = ({ team1Id, team2Id, ...series }: HistorySeries): unknown => ({
  ...series,
  teams: [team1Id, team2Id].sort((a, b) => a - b),
})

const withoutGoldDifference = (history: History): History =>
  JSON.parse(JSON.stringify(history, (key, value) => (key === 'goldDiffAt15' ? undefined : value)))

describe("Oracle's Elixir's layout", () => {
  it.each([2020, 2025] as const)(
    "Oracle's Elixir files with the header of %i give the same history as the riftline layout",
    async (year) => {
      const expected = await readHistory(await writeTables(riftlineTables()))
      const history = withoutGoldDifference(await readRowsAsHistory(oracleRows(year)))
      expect(history.skipped).toEqual([])
      expect(history.games).toBe(expected.games)
      expect(history.series.map(withoutTeamOrder)).toEqual(expected.series.map(withoutTeamOrder))
      expect([...history.playerGames].sort(playerGameOrder)).toEqual([...expected.playerGames].sort(playerGameOrder))
      const named = (rows: readonly { id: number; name: string }[]): unknown =>
        rows.map(({ id, name }) => ({ id, name }))
      expect(named(history.teams)).toEqual(named(expected.teams))
      expect(named(history.players)).toEqual(named(expected.players))
      expect(named(history.tournaments)).toEqual(named(expected.tournaments))
      expect(history.players.map(({ role, teamId }) => [role, teamId])).toEqual(
        expected.players.map(({ role, teamId }) => [role, teamId]),
      )
      const played = (of: History): unknown =>
        of.externalIds?.players.rows.map(({ id, teamId, recentRoles, games }) => [id, teamId, recentRoles, games])
      expect(played(history)).toEqual(played(expected))
      expect(history.externalIds?.lastSeriesId).toBe(11)
    },
  )

  it("Oracle's Elixir files of several years are read together, each by its own header", async () => {
    const [early, late] = [oracleRows(2020), oracleRows(2025)]
    const isOfFirst = (row: Row): boolean => row.league === 'INV'
    const directory = await writeTables({ b: early.filter(isOfFirst), a: late.filter((row) => !isOfFirst(row)) })
    expect((await readHistory(directory)).series).toHaveLength(11)
  })

  it("the order of Oracle's Elixir rows does not change the history", async () => {
    const rows = oracleRows(2025)
    const straight = await readRowsAsHistory(rows)
    expect(await readRowsAsHistory([...rows].reverse())).toEqual({
      ...straight,
      playerGames: expect.arrayContaining([...straight.playerGames]),
    })
  })

  it("Oracle's Elixir rows give the gold difference at 15 minutes, and CS as the sum of its parts", async () => {
    const rows = oracleRows(2025).map((row) => ({ ...row, minionkills: '', monsterkills: '' }))
    Object.assign(rows[10]!, { minionkills: '800', monsterkills: '99.0' })
    const { series } = await readRowsAsHistory(rows)
    expect(series[0]?.games[0]?.sides[0]).toMatchObject({ goldDiffAt15: -120.5, cs: 899 })
  })

  it("the fields that a partial game of Oracle's Elixir leaves out are unknown", async () => {
    const rows = oracleRows(2025)
    for (const row of rows.slice(0, 12))
      Object.assign(row, { totalgold: '', 'total cs': '', firstblood: '', datacompleteness: 'partial' })
    const { series, skipped } = await readRowsAsHistory(rows)
    expect(skipped).toEqual([])
    expect(series[0]?.games[0]?.sides[0]).toMatchObject({ gold: null, cs: null })
    expect('blood' in series[0]!.games[0]!.firsts).toBe(false)
  })

  it("Oracle's Elixir files reuse the ids of an earlier folder, also for a renamed team", async () => {
    const first = await readRowsAsHistory(oracleRows(2025))
    const later = oracleRows(2025)
      .filter((row) => row.league === 'TWO')
      .map((row) => ({
        ...row,
        teamname: row.teamname === 'Copper Cranes' ? 'Copper Cranes Prime' : row.teamname!,
      }))
    const next = await readHistory(await writeTables({ next: later }), { knownIds: first.externalIds! })
    expect(next.teams.map(({ id, name }) => [id, name])).toContainEqual([4, 'Copper Cranes Prime'])
    expect(next.teams.map(({ id }) => id)).toEqual([1, 2, 3, 4])
    expect(next.players.map(({ id }) => id)).toEqual(first.players.map(({ id }) => id))
    expect(next.series.map(({ id }) => id)).toEqual([12, 13, 14])
    expect(next.tournaments.map(({ id }) => id)).toEqual([3])
  })

  it("Oracle's Elixir files reuse the ids of a folder in the riftline layout", async () => {
    const tables = riftlineTables()
    const first = await readHistory(await writeTables({ ...tables, games: tables.games!, series: tables.series! }))
    const next = await readHistory(await writeTables({ next: oracleRows(2020) }), { knownIds: first.externalIds! })
    expect(next.teams.map(({ id, name }) => ({ id, name }))).toEqual(first.teams.map(({ id, name }) => ({ id, name })))
    expect(next.champions.every(({ id, name }) => name === `Hero ${id}`)).toBe(true)
  })

  it('two teams of one name are distinguished by their source ids', async () => {
    const rows = oracleRows(2025).map((row) => ({ ...row, teamname: 'Namesakes' }))
    expect((await readRowsAsHistory(rows)).teams.map(({ id, name }) => [id, name])).toEqual(
      [1, 2, 3, 4].map((id) => [id, 'Namesakes']),
    )
  })
})

describe("bad games of Oracle's Elixir", () => {
  const cases: readonly (readonly [what: string, spoil: (rows: Row[]) => Row[], line: number, reason: RegExp])[] = [
    ['eleven rows', (rows) => rows.toSpliced(4, 1), 2, /^gameid: INVENTED-1-1 has 11 rows of 12/],
    ['no row of a team', (rows) => rows.toSpliced(10, 1), 2, /^gameid: INVENTED-1-1 has 11 rows of 12/],
    ['thirteen rows', (rows) => rows.toSpliced(12, 0, rows[0]!), 14, /^gameid: INVENTED-1-1 has more rows/],
    ['no winner', (rows) => set(rows, 0, 12, { result: '0' }), 2, /^result: INVENTED-1-1 has no winner/],
    ['two winners', (rows) => set(rows, 0, 12, { result: '1' }), 2, /^result: INVENTED-1-1 has two winners/],
    ['a result that differs within a side', (rows) => set(rows, 3, 4, { result: '0' }), 5, /^result: differs/],
    ['a row without a result', (rows) => set(rows, 3, 4, { result: '' }), 5, /^result: expected 0 or 1/],
    ['a date that is none', (rows) => set(rows, 0, 1, { date: 'today' }), 2, /^date: expected a date/],
    ['two dates', (rows) => set(rows, 5, 6, { date: '2031-01-11 10:00:00' }), 7, /^date: differs/],
    ['two in one seat', (rows) => set(rows, 1, 2, { position: 'top' }), 3, /^position: a second Blue top/],
    ['a third side', (rows) => set(rows, 1, 2, { side: 'Green' }), 3, /^side: expected Blue or Red/],
    [
      'a participant of the other side',
      (rows) => set(rows, 1, 2, { participantid: '7' }),
      3,
      /^participantid: 7 is no jng/,
    ],
    ['an unknown team', (rows) => set(rows, 10, 11, { teamname: 'unknown team' }), 2, /^teamname: .* unknown team/],
    ['one team on both sides', (rows) => set(rows, 10, 12, { teamid: 'oe:team:1' }), 2, /^teamname: .* on both sides/],
    ['negative kills', (rows) => set(rows, 2, 3, { kills: '-1' }), 4, /^kills: /],
  ]

  function set(rows: Row[], from: number, to: number, change: Row): Row[] {
    return rows.map((row, index) => (index >= from && index < to ? { ...row, ...change } : row))
  }

  it.each(cases)(
    "readHistory skips and reports a game of Oracle's Elixir once: %s",
    async (what, spoil, line, reason) => {
      const { games, skipped } = await readRowsAsHistory(spoil(oracleRows(2025)))
      expect(skipped).toEqual([{ file: '2031_match_data.csv', line, reason: expect.stringMatching(reason) }])
      expect(games).toBe(what === 'thirteen rows' ? 26 : 25)
    },
  )
})
