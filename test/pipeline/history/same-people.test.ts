import { describe, expect, it } from 'vitest'
import { readHistory } from '#pipeline/history/read-history.ts'
import type { History } from '#pipeline/history/types.ts'
import { noAliases, noNames } from '#pipeline/names/names.ts'
import { type Row, riftlineTables, type Tables, writeTables } from '../../support/history.ts'
import { oracleRows } from '../../support/oracles-elixir.ts'

// Games of known people in three forms; each must resolve to the same teams and people.

/** Date that splits the invented league into the known first part and the later games. */
const cut = '2031-01-15'
/** Two people who share the name Kestrel. */
const kestrels: readonly string[] = ['Amber Foxes mid', 'Copper Cranes sup']

const isLate = (row: Row): boolean => (row.date_utc ?? row.start_utc ?? row.date!) >= cut
const rename = (name: string): string => (kestrels.includes(name) ? 'Kestrel' : name)

function tables(late: boolean): Tables {
  const all = riftlineTables()
  for (const player of all.players!) player.name = rename(player.name!)
  for (const name of ['games', 'series', 'player_games']) all[name] = all[name]!.filter((row) => isLate(row) === late)
  return all
}

function yearFile(change: (row: Row) => Row): Row[] {
  return oracleRows(2025)
    .filter(isLate)
    .map((row) => change({ ...row, playername: rename(row.playername!) }))
}

const names = (row: Row): Row => ({ ...row, playerid: '', teamid: '' })
const inventedIds = (row: Row): Row => ({ ...row, playerid: row.playerid === '' ? '' : `new:${row.playerid}` })

function seats({ series }: History): unknown {
  const games = series.flatMap((one) => one.games)
  return Object.fromEntries(
    games.map(({ id, sides }) => [id, sides.map(({ teamId, playerIds }) => [teamId, playerIds])]),
  )
}

async function firstPart(): Promise<History> {
  return readHistory(await writeTables(tables(false)))
}

describe('games of people known before', () => {
  it.each([
    ['names only', names],
    ['player ids that nobody knows', inventedIds],
  ])('an Oracle’s Elixir file with %s resolves to the same people as the riftline layout', async (_, change) => {
    const known = await firstPart()
    const options = { knownIds: known.externalIds! }
    const layout = await readHistory(await writeTables(tables(true)), options)
    const file = await readHistory(await writeTables({ year: yearFile(change) }), options)
    expect(Object.keys(layout.series.flatMap(({ games }) => games)).length).toBeGreaterThan(5)
    expect(seats(file)).toEqual(seats(layout))
    expect(file.findings).toEqual([])
    expect(file.externalIds?.players.rows.map(({ id, games }) => [id, games])).toEqual(
      layout.externalIds?.players.rows.map(({ id, games }) => [id, games]),
    )
  })

  it('a source id keeps identifying its person when the name changes', async () => {
    const known = await firstPart()
    const first = await readHistory(await writeTables({ year: yearFile(inventedIds) }), {
      knownIds: known.externalIds!,
    })
    const renamed = yearFile(inventedIds).map((row) =>
      row.playername === '' ? row : { ...row, playername: `${row.playername} II` },
    )
    const again = await readHistory(await writeTables({ year: renamed }), { knownIds: first.externalIds! })
    expect(seats(again)).toEqual(seats(first))
    const player = again.externalIds?.players.rows[0]
    expect(player?.names.slice(0, 2)).toEqual(['Amber Foxes top II', 'Amber Foxes top'])
  })

  it('a new person with a known name is reported with the ids of the namesakes', async () => {
    const known = await firstPart()
    const taken = yearFile(inventedIds).map((row) =>
      row.playername === 'Dune Drakes top' ? { ...row, playername: 'Kestrel', playerid: 'somebody' } : row,
    )
    const aliases = { ...noAliases, new: { teams: [], players: ['somebody'] } }
    const { findings, externalIds } = await readHistory(await writeTables({ year: taken }), {
      knownIds: known.externalIds!,
      names: { ...noNames, aliases },
    })
    expect(findings).toEqual([{ kind: 'player', what: 'namesake', name: 'Kestrel', id: 21, others: [3, 20] }])
    expect(externalIds?.players.last).toBe(21)
  })

  it('a person identified by region alone is reported', async () => {
    const known = await firstPart()
    const moved = yearFile(names).map((row) =>
      row.playername === 'Dune Drakes top' ? { ...row, playername: 'Kestrel' } : row,
    )
    const { findings } = await readHistory(await writeTables({ year: moved }), { knownIds: known.externalIds! })
    expect(findings).toContainEqual({ kind: 'player', what: 'byRegion', name: 'Kestrel', id: 3, others: [] })
  })

  it('games of an unknown team that may be a renamed one are skipped until an alias states which team it is', async () => {
    const known = await firstPart()
    const renamed = yearFile(names).map((row) =>
      row.teamname === 'Amber Foxes' ? { ...row, teamname: 'Scarlet Squad' } : row,
    )
    const folder = await writeTables({ year: renamed })
    const waiting = await readHistory(folder, { knownIds: known.externalIds! })
    const id = known.teams.find(({ name }) => name === 'Amber Foxes')!.id
    expect(waiting.findings).toEqual([{ kind: 'team', what: 'ambiguous', id, name: 'Scarlet Squad', others: [] }])
    expect(waiting.skipped[0]?.reason).toMatch(/has Scarlet Squad, which may be a new name of a known team$/)
    expect(waiting.externalIds?.teams.last).toBe(known.externalIds?.teams.last)
    const teams = [{ id, names: ['Scarlet Squad'], sources: [] }]
    const aliased = await readHistory(folder, {
      knownIds: known.externalIds!,
      names: { ...noNames, aliases: { ...noAliases, teams } },
    })
    expect(aliased.findings).toEqual([])
    expect(seats(aliased)).toEqual(
      seats(await readHistory(await writeTables({ year: yearFile(names) }), { knownIds: known.externalIds! })),
    )
  })

  it('a seat stays empty when its name may be a misspelling of the last holder, and the game counts', async () => {
    const known = await firstPart()
    const misspelt = yearFile(names).map((row) =>
      row.playername === 'Dune Drakes top' ? { ...row, playername: 'Dune Drakes tpo' } : row,
    )
    const read = await readHistory(await writeTables({ year: misspelt }), { knownIds: known.externalIds! })
    const whole = await readHistory(await writeTables({ year: yearFile(names) }), { knownIds: known.externalIds! })
    const id = known.players.find(({ name }) => name === 'Dune Drakes top')!.id
    expect(read.findings).toEqual([{ kind: 'player', what: 'ambiguous', id, name: 'Dune Drakes tpo', others: [] }])
    expect(read.games).toBe(whole.games)
    const emptied = JSON.parse(JSON.stringify(seats(whole)), (_, value) =>
      Array.isArray(value) && value.length === 5 ? value.map((one) => (one === id ? null : one)) : value,
    )
    expect(seats(read)).toEqual(emptied)
  })

  it('a source id of two teams means the one that last played in the league of the row', async () => {
    const first = tables(false)
    for (const team of first.teams!) if (team.team_id !== '1') team.oe_team_ids = 'shared'
    const known = await readHistory(await writeTables(first))
    const shared = yearFile((row) => ({ ...row, teamid: row.teamname === 'Amber Foxes' ? '' : 'shared' }))
    const [one] = shared
    const lastIn = (league: string): number =>
      known
        .externalIds!.teams.rows.filter(({ sources }) => sources.includes('shared'))
        .map(({ id, lastByLeague }) => ({ id, ms: new Map(lastByLeague).get(league) ?? 0 }))
        .sort((a, b) => b.ms - a.ms)[0]!.id
    const foxes = shared.filter(({ gameid }) =>
      shared.some((row) => row.gameid === gameid && row.teamname === 'Amber Foxes' && row.position === 'team'),
    )
    const { series } = await readHistory(await writeTables({ year: foxes }), { knownIds: known.externalIds! })
    expect(one).toBeDefined()
    for (const { league, games } of series) {
      for (const { sides } of games) {
        expect(sides.map(({ teamId }) => teamId).sort()).toEqual([1, lastIn(league)])
      }
    }
    expect(series.length).toBeGreaterThan(0)
  })
})

describe('aliases and merges by a person', () => {
  const split = (): Tables => {
    const all = riftlineTables()
    // From the cut on, player 3 is listed as 33, with the same name, team and role.
    all.players!.push({ ...all.players!.find(({ player_id }) => player_id === '3')!, player_id: '33' })
    for (const game of all.games!.filter(isLate)) {
      for (const side of ['blue', 'red']) if (game[`${side}_mid_player`] === '3') game[`${side}_mid_player`] = '33'
    }
    for (const line of all.player_games!.filter(isLate)) if (line.player_id === '3') line.player_id = '33'
    return all
  }
  const games = ({ series }: History): unknown => series.flatMap(({ games }) => games.map(({ sides }) => sides))

  it('two ids of one person are joined, and the games are as if there had been one id', async () => {
    const whole = await readHistory(await writeTables(riftlineTables()))
    const joined = await readHistory(await writeTables(split()))
    const [finding] = joined.findings!
    expect(finding).toMatchObject({ what: 'joined', name: 'Amber Foxes mid' })
    const id = finding!.id
    const asOne = JSON.parse(JSON.stringify(games(whole)), (_, value) => (value === 3 ? id : value))
    const row = joined.externalIds?.players.rows.find((one) => one.id === id)
    expect(row?.formerIds).toEqual(finding?.others)
    expect(row?.games).toBe(whole.externalIds?.players.rows.find((one) => one.id === 3)?.games)
    expect(JSON.stringify(games(joined)).length).toBe(JSON.stringify(asOne).length)
    expect(joined.players.map((player) => player.id)).not.toContain(finding?.others[0])
  })

  it('a later folder does not join a joined person with anybody else', async () => {
    const tables = split()
    const id = (row: Row): boolean => row.player_id === '33'
    const joined = await readHistory(await writeTables(tables))
    const players = tables.players!.filter((row) => !id(row))
    tables.players = [...players, { ...players[2]!, player_id: '34' }]
    for (const name of ['games', 'series']) tables[name] = tables[name]!.filter(isLate)
    delete tables.player_games
    for (const game of tables.games!) {
      game.date_utc = game.date_utc!.replace('2031-01', '2031-03')
      for (const side of ['blue', 'red']) if (game[`${side}_mid_player`] === '33') game[`${side}_mid_player`] = '34'
    }
    const later = await readHistory(await writeTables(tables), { knownIds: joined.externalIds! })
    expect(later.findings?.filter(({ what }) => what === 'joined')).toEqual([])
  })

  it('a `new` entry of the aliases keeps two people of one name apart', async () => {
    const aliases = { ...noAliases, new: { teams: [], players: ['riftline:33'] } }
    const apart = await readHistory(await writeTables(split()), { names: { ...noNames, aliases } })
    expect(apart.findings).toEqual([])
    expect(apart.players.map(({ id }) => id)).toEqual(expect.arrayContaining([3, 33]))
  })

  it('a `merge` entry of the aliases joins two people, or two teams', async () => {
    const aliases = { ...noAliases, merge: { teams: [{ from: 4, into: 2 }], players: [{ from: 18, into: 8 }] } }
    const { series, teams, externalIds, findings } = await readHistory(await writeTables(riftlineTables()), {
      names: { ...noNames, aliases },
    })
    expect(teams.map(({ id }) => id)).toEqual([1, 2, 3])
    expect(series.every(({ team1Id, team2Id }) => team1Id !== 4 && team2Id !== 4)).toBe(true)
    expect(externalIds?.teams.rows.find(({ id }) => id === 2)).toMatchObject({ formerIds: [4] })
    expect(findings?.map(({ what, kind, id }) => [what, kind, id])).toEqual([
      ['joined', 'team', 2],
      ['joined', 'player', 8],
    ])
  })

  it('a `merge` of an unknown id is refused', async () => {
    const aliases = { ...noAliases, merge: { teams: [], players: [{ from: 400, into: 8 }] } }
    const directory = await writeTables(riftlineTables())
    await expect(readHistory(directory, { names: { ...noNames, aliases } })).rejects.toMatchObject({
      code: 'alias_unknown',
      message: 'aliases.json: merge.players: from: expected the id of a player, got 400',
    })
  })

  it('a name in the aliases identifies its person', async () => {
    const known = await firstPart()
    const file = yearFile(names).map((row) =>
      row.playername === 'Dune Drakes top' ? { ...row, playername: 'Ace' } : row,
    )
    const layout = await readHistory(await writeTables(tables(true)), { knownIds: known.externalIds! })
    const ace = layout.players.find(({ name }) => name === 'Dune Drakes top')!.id
    const aliases = { ...noAliases, players: [{ id: ace, names: ['Ace'], sources: [] }] }
    const read = await readHistory(await writeTables({ year: file }), {
      knownIds: known.externalIds!,
      names: { ...noNames, aliases },
    })
    expect(seats(read)).toEqual(seats(layout))
  })
})
