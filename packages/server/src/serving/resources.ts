import { dayMs, parseUtc, toUtc } from '@riftline/base'
import {
  byAnyId,
  type Catalogue,
  type CatalogueDetails,
  emptyPlayerDetail,
  emptyTeamDetail,
  emptyTournamentDetail,
  firstDayOfWindow,
  type Prediction,
} from '@riftline/predictor'
import type { PlayerDetailBody, Span, TeamDetailBody, TournamentDetailBody } from '../contract/detail-schemas.ts'
import type { TournamentItem } from '../contract/list-schemas.ts'
import { type Answer, jsonAnswer } from '../http/answer.ts'
import type { CatalogueItems } from './catalogue-items.ts'

/** The bodies of the detail routes by id: undefined where the catalogue has no such item. */
export type Resources = ReturnType<typeof createResources>

export type DetailBody = TeamDetailBody | PlayerDetailBody | TournamentDetailBody

/** A former id of a team or player finds the body of the current one. */
export function createResources(
  catalogue: Pick<Catalogue, 'asOf' | 'teams' | 'players'>,
  items: CatalogueItems,
  details: CatalogueDetails,
) {
  const { asOf } = catalogue
  const asOfMs = parseUtc(asOf)
  const statsFromUtc = asOfMs === null ? null : toUtc(firstDayOfWindow(asOfMs) * dayMs)
  const ofWindow = (): Span => ({ dataThroughUtc: asOf, statsFromUtc, statsToUtc: asOf })
  const ofTournament = ({ startUtc, endUtc }: TournamentItem): Span => {
    const statsToUtc = endUtc !== null && endUtc < asOf ? endUtc : asOf
    return { dataThroughUtc: asOf, statsFromUtc: startUtc, statsToUtc }
  }
  const teams = items.teams.map(({ id, name }) => ({ id, name }))
  const team = bodyById(teams, ofWindow, details.teams, emptyTeamDetail)
  const player = bodyById(items.players, ofWindow, details.players, emptyPlayerDetail)
  return {
    team: byFormerId(catalogue.teams, team),
    player: byFormerId(catalogue.players, player),
    tournament: bodyById(items.tournaments, ofTournament, details.tournaments, emptyTournamentDetail),
  }
}

function byFormerId<Body>(rows: Parameters<typeof byAnyId>[0], bodyOf: (id: number) => Body): (id: number) => Body {
  const current = byAnyId(rows)
  return (id) => bodyOf(current.get(id)?.id ?? id)
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

/** Fields of a prediction, in the order of the contract. */
const predictionFields: readonly (keyof Prediction)[] = [
  ...(['blueTeam', 'redTeam', 'model', 'bestOf', 'league', 'asOfUtc', 'dataThroughUtc', 'artifacts'] as const),
  ...(['blueWinProbability', 'redWinProbability'] as const),
  ...(['calibratedBlueWinProbability', 'calibratedRedWinProbability'] as const),
  ...(['winner', 'moment', 'odds', 'models', 'explanation'] as const),
]

/** The answer of a prediction, without fields that the contract does not name. @throws Error for a number that is not finite */
export function predictionAnswer(prediction: Prediction): Answer {
  return finiteAnswer(Object.fromEntries(predictionFields.map((field) => [field, prediction[field]])))
}

/** @throws Error for a number that is not finite: JSON would silently turn it into null */
export function finiteAnswer(body: object): Answer {
  requireFinite(body)
  return jsonAnswer(200, body)
}

function requireFinite(value: unknown): void {
  if (typeof value === 'number' && !Number.isFinite(value)) throw new Error(`prediction holds ${value}`)
  if (typeof value === 'object' && value !== null) for (const part of Object.values(value)) requireFinite(part)
}
