import type { Sampled } from '@riftline/predictor'
import { entryOf } from '../group-by.ts'
import type { History } from '../history/types.ts'
import { published } from './coverage.ts'
import { addSums, createKeyedSums, type KeyedSums, kdaOf, ratio, type Sums, zeroSums } from './sums.ts'

/** Fields of team averages. A mean is stored as mean times games, so that several rows and seasons can be added up. */
export const teamAverageFields = [
  ...(['games', 'kills', 'deaths', 'dragons', 'dragonsGames', 'barons', 'baronsGames'] as const),
  ...(['wins', 'winsGames'] as const),
] as const
export type TeamAverageField = (typeof teamAverageFields)[number]
export const playerAverageFields = ['games', 'kills', 'deaths', 'assists', 'wins', 'winsGames'] as const
export type PlayerAverageField = (typeof playerAverageFields)[number]

export interface SeasonAverages {
  /** season, team */
  readonly teams: KeyedSums<TeamAverageField>
  /** season, player, their only team or 0 */
  readonly players: KeyedSums<PlayerAverageField>
}

/** Averages of the history, completed by those of earlier artifacts. */
export function openSeasonAverages(
  { teamSeasons, playerSeasons = [] }: Pick<History, 'teamSeasons' | 'playerSeasons'>,
  previous?: { readonly teams: readonly (readonly number[])[]; readonly players: readonly (readonly number[])[] },
): SeasonAverages {
  const listed = new Set([
    ...teamSeasons.map(({ season, teamId }) => `team ${season} ${teamId}`),
    ...playerSeasons.map(({ season, playerId }) => `player ${season} ${playerId}`),
  ])
  const isKept = (kind: string) => {
    return ([season, id]: readonly number[]): boolean => !listed.has(`${kind} ${season} ${id}`)
  }
  const teams = createKeyedSums(teamAverageFields, 2, previous?.teams, isKept('team'))
  const players = createKeyedSums(playerAverageFields, 3, previous?.players, isKept('player'))
  for (const { season, teamId, games, wins, kills, deaths, dragons, barons } of inOrder(teamSeasons)) {
    teams.add([season, teamId], {
      games,
      kills: kills * games,
      deaths: deaths * games,
      dragons: (dragons ?? 0) * games,
      dragonsGames: dragons === null ? 0 : games,
      barons: (barons ?? 0) * games,
      baronsGames: barons === null ? 0 : games,
      ...winsOf(games, wins),
    })
  }
  for (const { season, playerId, teamId, games, wins, kills, deaths, assists } of inOrder(playerSeasons)) {
    players.add([season, playerId, teamId ?? 0], {
      games,
      kills: kills * games,
      deaths: deaths * games,
      assists: assists * games,
      ...winsOf(games, wins),
    })
  }
  return { teams, players }
}

/** Sorts the rows of a season, so that they add up to the same bits in any order of the file. */
function inOrder<Row extends object>(rows: readonly Row[]): readonly Row[] {
  const text = new Map(rows.map((row) => [row, JSON.stringify(row)]))
  return [...rows].sort((a, b) => (text.get(a)! < text.get(b)! ? -1 : 1))
}

function winsOf(games: number, wins: number | undefined): { readonly wins: number; readonly winsGames: number } {
  return wins === undefined ? { wins: 0, winsGames: 0 } : { wins, winsGames: games }
}

type Numbers<Name extends string> = Readonly<Record<Name, Sampled>>
export type PublishedTeam = Numbers<'killsPerGame' | 'deathsPerGame' | 'dragonsPerGame' | 'baronsPerGame' | 'kda'>
export type PublishedPlayer = Numbers<'kda' | 'killParticipation' | 'killsPerGame' | 'deathsPerGame' | 'assistsPerGame'>

/** Published averages of a team or player over some seasons, weighted by games. */
export type PublishedNumbers = ReturnType<typeof indexAverages>

export type PublishedTotal = Readonly<Sums<'games' | 'wins'>>

export function indexAverages({ teams, players }: SeasonAverages) {
  const teamSums = new Map<string, Sums<TeamAverageField>>()
  for (const [[season, team], sums] of teams.entries()) teamSums.set(`${season} ${team}`, sums)
  const playerSums = new Map<string, { onlyTeam: number; sums: Sums<PlayerAverageField> }>()
  for (const [[season, player, onlyTeam = 0], sums] of players.entries()) {
    const known = playerSums.get(`${season} ${player}`)
    if (known === undefined) playerSums.set(`${season} ${player}`, { onlyTeam, sums: { ...sums } })
    else {
      addSums(playerAverageFields, known.sums, sums)
      known.onlyTeam = 0
    }
  }
  /** Players who had only this team, by team. */
  const rosters = new Map<string, Sums<PlayerAverageField>>()
  for (const [key, { onlyTeam, sums }] of playerSums) {
    if (onlyTeam === 0) continue
    const place = `${key.split(' ')[0]} ${onlyTeam}`
    const roster = entryOf(rosters, place, () => zeroSums(playerAverageFields))
    addSums(playerAverageFields, roster, sums)
  }
  return {
    team(id: number, seasons: readonly number[]): PublishedTeam {
      const [sums, roster] = [zeroSums(teamAverageFields), zeroSums(playerAverageFields)]
      for (const season of seasons) {
        addSums(teamAverageFields, sums, teamSums.get(`${season} ${id}`) ?? none)
        addSums(playerAverageFields, roster, rosters.get(`${season} ${id}`) ?? none)
      }
      const { games, kills, deaths, dragons, dragonsGames, barons, baronsGames } = sums
      const hasRoster = games > 0 && roster.games >= (5 * games) / 2
      return {
        killsPerGame: published(ratio(kills, games), games),
        deathsPerGame: published(ratio(deaths, games), games),
        dragonsPerGame: published(ratio(dragons, dragonsGames), dragonsGames),
        baronsPerGame: published(ratio(barons, baronsGames), baronsGames),
        kda: hasRoster ? publishedKda(roster, Math.floor(roster.games / 5)) : null,
      }
    },
    teamTotal: (id: number, season: number) => totalOf(teamSums.get(`${season} ${id}`)),
    playerTotal: (id: number, season: number) => totalOf(playerSums.get(`${season} ${id}`)?.sums),
    player(id: number, seasons: readonly number[]): PublishedPlayer {
      const sums = zeroSums(playerAverageFields)
      let [teamGames, teamKills] = [0, 0]
      for (const season of seasons) {
        const row = playerSums.get(`${season} ${id}`)
        if (row === undefined) continue
        addSums(playerAverageFields, sums, row.sums)
        const team = teamSums.get(`${season} ${row.onlyTeam}`)
        teamGames += team?.games ?? Number.POSITIVE_INFINITY
        teamKills += team === undefined ? 0 : (team.kills / team.games) * row.sums.games
      }
      const { games, kills, deaths, assists } = sums
      const participation = games >= 0.9 * teamGames ? ratio(kills + assists, teamKills) : null
      return {
        kda: publishedKda(sums, games),
        killParticipation: published(participation !== null && participation <= 1 ? participation : null, games),
        killsPerGame: published(ratio(kills, games), games),
        deathsPerGame: published(ratio(deaths, games), games),
        assistsPerGame: published(ratio(assists, games), games),
      }
    },
  }
}

function totalOf(sums: Sums<'games' | 'wins' | 'winsGames'> | undefined): PublishedTotal | null {
  return sums === undefined || sums.winsGames < sums.games ? null : { games: sums.games, wins: sums.wins }
}

const none = zeroSums([...teamAverageFields, ...playerAverageFields])

function publishedKda({ kills, deaths, assists, games }: Sums<PlayerAverageField>, rests: number): Sampled {
  return published(kdaOf(kills, deaths, assists, games), rests)
}
