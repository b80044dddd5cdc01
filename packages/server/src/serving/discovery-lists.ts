import type { Catalogue } from '@riftline/core'
import { createSerial } from '@riftline/ledger'
import { compressBody, type PreparedBody, prepareBody } from '../http/prepared-body.ts'

/** The four free lists. Each is made at the first request, which is answered as it is; later ones find it compressed. */
export type DiscoveryLists = Readonly<Record<ListName, () => PreparedBody>>

type ListName = 'teams' | 'players' | 'champions' | 'tournaments'

export function createDiscoveryLists(catalogue: Catalogue, logoPlaceholderUrl: string): DiscoveryLists {
  // One after the other: the threads that compress are those that write the journal.
  const inTurn = createSerial()
  const lazily = (makeBody: () => unknown): (() => PreparedBody) => {
    let prepared: PreparedBody | null = null
    return () => {
      if (prepared === null) {
        const plain = prepareBody(makeBody())
        prepared = plain
        // What cannot be compressed is sent as it is.
        const compress = inTurn(async () => {
          prepared = await compressBody(plain)
        })
        compress.catch(() => {})
      }
      return prepared
    }
  }
  return {
    teams: lazily(() => teamList(catalogue, logoPlaceholderUrl)),
    players: lazily(() => playerList(catalogue)),
    champions: lazily(() => championList(catalogue)),
    tournaments: lazily(() => tournamentList(catalogue)),
  }
}

/** `logoUrl` is never null: a team without a logo gets the placeholder. */
function teamList({ teams }: Catalogue, logoPlaceholderUrl: string): unknown {
  const items = teams.map(({ id, name, region, logoUrl }) => ({
    id,
    name,
    region,
    logoUrl: logoUrl ?? logoPlaceholderUrl,
  }))
  return listBody('teams', items)
}

function playerList({ teams, players }: Catalogue): unknown {
  const teamNames = new Map(teams.map(({ id, name }) => [id, { id, name }]))
  const items = players.map(({ id, name, role, teamId }) => ({
    id,
    name,
    role,
    team: teamId === null ? null : (teamNames.get(teamId) ?? null),
  }))
  return listBody('players', items)
}

function championList({ champions }: Catalogue): unknown {
  return listBody(
    'champions',
    champions.map(({ id, name, imageUrl }) => ({ id, name, imageUrl })),
  )
}

function tournamentList({ tournaments }: Catalogue): unknown {
  const items = tournaments.map(({ id, name, league, region, startUtc, endUtc }) => ({
    id,
    name,
    league,
    region,
    startUtc,
    endUtc,
  }))
  return listBody('tournaments', items)
}

function listBody<T extends { readonly id: number }>(name: ListName, items: readonly T[]): unknown {
  const sorted = [...items].sort((a, b) => a.id - b.id)
  return { count: sorted.length, [name]: sorted }
}
