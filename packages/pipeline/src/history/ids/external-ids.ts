import { z } from 'zod'
import { parseDocument } from '../../json-document.ts'
import type { ExternalIds, History, IdTable, Series } from '../types.ts'
import { nameKey } from './id-table.ts'

const empty: IdTable = { last: 0, ids: {} }

/** The ids that a first folder starts from: none. */
export const noExternalIds: ExternalIds = {
  teams: empty,
  players: empty,
  champions: empty,
  tournaments: empty,
  lastSeriesId: 0,
}

const id = z.int().nonnegative()
const table = z.object({ last: id, ids: z.record(z.string(), id) })
const schema = z.object({ teams: table, players: table, champions: table, tournaments: table, lastSeriesId: id })

/** @throws ArtifactError `artifact_invalid` */
export function parseExternalIds(file: string, text: string): ExternalIds {
  return parseDocument(file, text, schema)
}

type Named = Pick<History, 'series' | 'teams' | 'players' | 'champions' | 'tournaments'>

/**
 * Adds the keys of a history that has ids of its own to those of earlier folders, so that a later folder of Oracle's Elixir files
 * finds the same teams and players. A name that two of them share is no key.
 */
export function toExternalIds(history: Named, known: ExternalIds = noExternalIds): ExternalIds {
  const last = lastUsed(history.series)
  const teams = addRows(known.teams, history.teams, last.team)
  const ids: Record<string, number> = { ...teams.ids }
  for (const team of history.teams) for (const oeId of team.oeIds ?? []) ids[oeId] = team.id
  return {
    teams: { last: teams.last, ids },
    players: addRows(known.players, history.players, last.player),
    champions: addRows(known.champions, history.champions, 0),
    tournaments: addRows(known.tournaments, history.tournaments, last.tournament),
    lastSeriesId: Math.max(known.lastSeriesId, last.series),
  }
}

/** The highest ids in use: a folder may have games of teams and players that it does not list. */
function lastUsed(all: readonly Series[]): { series: number; team: number; player: number; tournament: number } {
  const last = { series: 0, team: 0, player: 0, tournament: 0 }
  for (const series of all) {
    last.series = Math.max(last.series, series.id)
    last.team = Math.max(last.team, series.team1Id, series.team2Id)
    last.tournament = Math.max(last.tournament, series.tournamentId ?? 0)
    for (const game of series.games) {
      last.tournament = Math.max(last.tournament, game.tournamentId ?? 0)
      for (const { playerIds } of game.sides) for (const id of playerIds) last.player = Math.max(last.player, id ?? 0)
    }
  }
  return last
}

function addRows(
  known: IdTable,
  rows: readonly { readonly id: number; readonly name: string }[],
  used: number,
): IdTable {
  const added = new Map<string, number | null>()
  let last = Math.max(known.last, used)
  for (const { id, name } of rows) {
    const key = nameKey(name)
    added.set(key, added.has(key) && added.get(key) !== id ? null : id)
    last = Math.max(last, id)
  }
  const ids: Record<string, number> = { ...known.ids }
  for (const [key, id] of added) {
    if (id === null) delete ids[key]
    else ids[key] = id
  }
  return { last, ids }
}
