import {
  type Catalogue,
  type CatalogueDetails,
  dayMs,
  emptyPlayerDetail,
  emptyTeamDetail,
  emptyTournamentDetail,
  firstDayOfWindow,
  parseUtc,
  toUtc,
} from '@riftline/core'
import type { PlayerDetailBody, Span, TeamDetailBody, TournamentDetailBody } from '../contract/detail-schemas.ts'
import type { TournamentItem } from '../contract/list-schemas.ts'
import type { CatalogueItems } from './catalogue-items.ts'

/** The bodies of the detail routes by id: undefined where the catalogue has no such item. */
export interface Resources {
  team(id: number): TeamDetailBody | undefined
  player(id: number): PlayerDetailBody | undefined
  tournament(id: number): TournamentDetailBody | undefined
}

export type DetailBody = TeamDetailBody | PlayerDetailBody | TournamentDetailBody

export function createResources(
  { asOf }: Pick<Catalogue, 'asOf'>,
  items: CatalogueItems,
  details: CatalogueDetails,
): Resources {
  const asOfMs = parseUtc(asOf)
  const window = {
    dataThroughUtc: asOf,
    statsFromUtc: asOfMs === null ? null : toUtc(firstDayOfWindow(asOfMs) * dayMs),
    statsToUtc: asOf,
  }
  const ofTournament = ({ startUtc, endUtc }: TournamentItem): Span => {
    return {
      dataThroughUtc: asOf,
      statsFromUtc: startUtc,
      statsToUtc: endUtc !== null && endUtc < asOf ? endUtc : asOf,
    }
  }
  const teams = items.teams.map(({ id, name }) => ({ id, name }))
  return {
    team: bodyById(teams, () => window, details.teams, emptyTeamDetail),
    player: bodyById(items.players, () => window, details.players, emptyPlayerDetail),
    tournament: bodyById(items.tournaments, ofTournament, details.tournaments, emptyTournamentDetail),
  }
}

/** @param empty for an item that the details do not list: it never played */
function bodyById<Item extends { readonly id: number }, Detail>(
  items: readonly Item[],
  spanOf: (item: Item) => Span,
  details: Readonly<Record<string, Detail>>,
  empty: Detail,
): (id: number) => (Item & Span & Detail) | undefined {
  const byId = new Map(items.map((item) => [item.id, item]))
  return (id) => {
    const item = byId.get(id)
    return item && { ...item, ...spanOf(item), ...(details[id] ?? empty) }
  }
}
