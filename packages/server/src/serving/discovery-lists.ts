import type { Catalogue } from '@riftline/core'
import { type PreparedBody, prepareBody, prepareBodyInBackground } from '../http/prepared-body.ts'

/** The four free lists, serialised, hashed and compressed once. */
export type DiscoveryLists = Readonly<Record<ListName, PreparedBody>>

type ListName = 'teams' | 'players' | 'champions' | 'tournaments'

export function createDiscoveryLists(catalogue: Catalogue, logoPlaceholderUrl: string): DiscoveryLists {
  const { teams, players, champions, tournaments } = listBodies(catalogue, logoPlaceholderUrl)
  return {
    teams: prepareBody(teams),
    players: prepareBody(players),
    champions: prepareBody(champions),
    tournaments: prepareBody(tournaments),
  }
}

/**
 * The same, compressed beside the event loop, for a server that answers meanwhile. One list after the other: the threads
 * that compress are those that write the journal.
 */
export async function prepareDiscoveryLists(catalogue: Catalogue, logoPlaceholderUrl: string): Promise<DiscoveryLists> {
  const bodies = listBodies(catalogue, logoPlaceholderUrl)
  return {
    teams: await prepareBodyInBackground(bodies.teams),
    players: await prepareBodyInBackground(bodies.players),
    champions: await prepareBodyInBackground(bodies.champions),
    tournaments: await prepareBodyInBackground(bodies.tournaments),
  }
}

function listBodies(catalogue: Catalogue, logoPlaceholderUrl: string): Record<ListName, unknown> {
  const teamNames = new Map(catalogue.teams.map(({ id, name }) => [id, { id, name }]))
  return {
    // `logoUrl` is never null: a team without a logo gets the placeholder.
    teams: listBody(
      'teams',
      catalogue.teams.map(({ id, name, region, logoUrl }) => ({
        id,
        name,
        region,
        logoUrl: logoUrl ?? logoPlaceholderUrl,
      })),
    ),
    players: listBody(
      'players',
      catalogue.players.map(({ id, name, role, teamId }) => ({
        id,
        name,
        role,
        team: teamId === null ? null : (teamNames.get(teamId) ?? null),
      })),
    ),
    champions: listBody(
      'champions',
      catalogue.champions.map(({ id, name, imageUrl }) => ({ id, name, imageUrl })),
    ),
    tournaments: listBody(
      'tournaments',
      catalogue.tournaments.map(({ id, name, league, region, startUtc, endUtc }) => ({
        id,
        name,
        league,
        region,
        startUtc,
        endUtc,
      })),
    ),
  }
}

function listBody<T extends { readonly id: number }>(name: ListName, items: readonly T[]): unknown {
  const sorted = [...items].sort((a, b) => a.id - b.id)
  return { count: sorted.length, [name]: sorted }
}
