import type { CataloguePlayer } from '@riftline/predictor'
import { describe, expect, it } from 'vitest'
import { type BuiltCatalogue, buildCatalogue } from '#pipeline/catalogue/build-catalogue.ts'
import { packExternalIds, parseExternalIds } from '#pipeline/history/external-ids.ts'
import { readHistory } from '#pipeline/history/read-history.ts'
import { type Row, riftlineTables, writeTables } from '../../support/history.ts'

const dayMs = 86_400_000
const startMs = Date.UTC(2031, 2, 1, 12)
const seats = ['top', 'jng', 'mid', 'bot', 'sup'] as const

/** Player ids of the five seats; null marks an empty seat. Player 9 is a substitute. */
type Lineup = readonly (number | null)[]
const regular: Lineup = [1, 2, 3, 4, 5]
const without5: Lineup = [1, 2, 3, 4, 9]
const half: Lineup = [1, null, 3, 4, 9]

const repeat = (times: number, lineup: Lineup): readonly Lineup[] => Array.from({ length: times }, () => lineup)

interface Played {
  /** Line-ups of team 1, one game a day against team 2. */
  readonly lineups: readonly Lineup[]
  /** Team that fields the line-up of a day, 1 by default. */
  readonly teamOf?: (day: number) => number
  /** First game of the continuation; earlier games are in the artifacts that it starts from. */
  readonly cutAt?: number
  /** Days from the last game to the data date. */
  readonly age?: number
}

async function rosterOf({
  lineups,
  teamOf = () => 1,
  cutAt = 0,
  age = 0,
}: Played): Promise<readonly CataloguePlayer[]> {
  const tables = riftlineTables()
  const [game, series] = [tables.games![0]!, tables.series![0]!]
  const dateOf = (day: number): string => new Date(startMs + day * dayMs).toISOString().slice(0, 19)
  const rows = lineups.map((lineup, day): { game: Row; series: Row } => {
    const ids = { series_id: String(day + 1), blue_team_id: String(teamOf(day)), red_team_id: '2' }
    const blue = seats.map((seat, index) => [`blue_${seat}_player`, String(lineup[index] ?? '')])
    const red = seats.map((seat, index) => [`red_${seat}_player`, String(21 + index)])
    const form = { tournament_id: '1', best_of: '1', game_no: '1', blue_win: '1' }
    return {
      game: {
        ...game,
        ...form,
        ...ids,
        ...Object.fromEntries([...blue, ...red]),
        game_id: `G${day}`,
        date_utc: dateOf(day),
      },
      series: {
        ...series,
        ...form,
        ...ids,
        start_utc: dateOf(day),
        team1_id: ids.blue_team_id,
        team2_id: '2',
        wins1: '1',
        wins2: '0',
        winner_team_id: ids.blue_team_id,
      },
    }
  })
  let previous: BuiltCatalogue | undefined
  let knownIds: Awaited<ReturnType<typeof readHistory>>['externalIds']
  for (const [from, to] of [
    [0, cutAt],
    [cutAt, rows.length],
  ] as const) {
    if (from === to) continue
    const part = rows.slice(from, to)
    const folder = await writeTables({ games: part.map((row) => row.game), series: part.map((row) => row.series) })
    const history = await readHistory(folder, { ...(knownIds && { knownIds }) })
    const asOfMs = startMs + (to - 1) * dayMs + (to === rows.length ? age * dayMs : 0)
    previous = buildCatalogue(history, { asOfMs, ...(previous && { previous }) })
    const text = JSON.stringify(packExternalIds(history.externalIds!))
    knownIds = parseExternalIds('ids.json', text)
  }
  return previous!.catalogue.players
}

async function teamsOf(id: number, played: Played): Promise<readonly unknown[]> {
  const player = (await rosterOf(played)).find((each) => each.id === id)
  return [player?.teamId, player?.lastTeamId]
}

describe('the team of a player', () => {
  it('a player belongs to a team until it has fielded eight line-ups without them, and it stays their last team', async () => {
    expect(await teamsOf(5, { lineups: [...repeat(3, regular), ...repeat(7, without5)] })).toEqual([1, 1])
    expect(await teamsOf(5, { lineups: [...repeat(3, regular), ...repeat(8, without5)] })).toEqual([null, 1])
    expect(await teamsOf(1, { lineups: [...repeat(3, regular), ...repeat(8, without5)] })).toEqual([1, 1])
  })

  it('a line-up with an empty seat does not count against a missing player', async () => {
    expect(await teamsOf(5, { lineups: [regular, ...repeat(7, without5), ...repeat(9, half)] })).toEqual([1, 1])
  })

  it('a player who plays for the team again belongs to it again, and the count of line-ups starts anew', async () => {
    const lineups = [regular, ...repeat(8, without5), regular, ...repeat(7, without5)]
    expect(await teamsOf(5, { lineups })).toEqual([1, 1])
    expect(await teamsOf(5, { lineups: [...lineups, without5] })).toEqual([null, 1])
  })

  it('a player who plays for another team belongs to it, whatever line-ups the old team fields', async () => {
    const lineups = [...repeat(3, regular), [11, 12, 13, 14, 5], ...repeat(9, without5)]
    expect(await teamsOf(5, { lineups, teamOf: (day) => (day === 3 ? 3 : 1) })).toEqual([3, 3])
  })

  it('a player belongs to no team 180 days after their last game', async () => {
    expect(await teamsOf(5, { lineups: [regular], age: 180 })).toEqual([1, 1])
    expect(await teamsOf(5, { lineups: [regular], age: 181 })).toEqual([null, 1])
  })

  it('a continuation adds to the line-ups that earlier artifacts counted', async () => {
    const lineups = [...repeat(3, regular), ...repeat(8, without5)]
    for (const cutAt of [3, 6, 10]) expect(await teamsOf(5, { lineups, cutAt })).toEqual([null, 1])
  })
})

describe('the role of a player', () => {
  it("a player's role is the most frequent of their last ten games, and the later one of two equal roles", async () => {
    const roleAfter = async (times: number): Promise<unknown> => {
      const lineups = [...repeat(20, regular), ...repeat(times, [1, 2, 3, 5, 4])]
      return (await rosterOf({ lineups })).find(({ id }) => id === 5)?.role
    }
    expect(await roleAfter(4)).toBe('SUPPORT')
    expect(await roleAfter(5)).toBe('BOT')
    expect(await roleAfter(6)).toBe('BOT')
  })
})
