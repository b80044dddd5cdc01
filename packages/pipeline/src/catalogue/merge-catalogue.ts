import type { Catalogue, CataloguePlayer, CatalogueTeam, CatalogueTournament } from '@riftline/predictor'
import type { CatalogueDraft, DraftPlayer, DraftTeam, DraftTournament } from './draft-catalogue.ts'

/**
 * Merges a folder into the catalogue of earlier artifacts: the folder's tables come first, then the earlier catalogue, then the
 * folder's games. Rows that the folder does not mention stay as they are; an unlisted team or player with games is named by its
 * id.
 */
export function mergeCatalogue(previous: Catalogue | undefined, next: CatalogueDraft, asOf: string): Catalogue {
  const champions = new Map(previous?.champions.map((row) => [row.id, row]))
  for (const row of next.champions) {
    champions.set(row.id, { ...row, imageUrl: row.imageUrl ?? champions.get(row.id)?.imageUrl ?? null })
  }
  return {
    asOf,
    teams: withoutFormer(mergeRows(previous?.teams, next.teams, mergeTeam)),
    players: withoutFormer(mergeRows(previous?.players, next.players, mergePlayer)),
    champions: [...champions.values()].sort((a, b) => a.id - b.id),
    tournaments: mergeRows(previous?.tournaments, next.tournaments, mergeTournament),
  }
}

/** Rows in order of id. */
function mergeRows<Row extends { readonly id: number }, Draft extends { readonly id: number }>(
  previous: readonly Row[] = [],
  next: readonly Draft[],
  merge: (known: Row | undefined, draft: Draft) => Row,
): readonly Row[] {
  const rows = new Map(previous.map((row) => [row.id, row]))
  for (const draft of next) rows.set(draft.id, merge(rows.get(draft.id), draft))
  return [...rows.values()].sort((a, b) => a.id - b.id)
}

/** A row under an id that answers as another one's goes. */
function withoutFormer<Row extends { readonly id: number; readonly formerIds?: readonly number[] | undefined }>(
  rows: readonly Row[],
): readonly Row[] {
  const former = new Set(rows.flatMap(({ formerIds = [] }) => formerIds))
  return rows.filter(({ id }) => !former.has(id))
}

function mergeTeam(known: CatalogueTeam | undefined, { id, listed, seen }: DraftTeam): CatalogueTeam {
  const name = listed?.name ?? known?.name ?? `Team ${id}`
  return {
    id,
    name,
    aliases: mergeAliases(name, known, listed?.aliases),
    region: listed?.region ?? known?.region ?? seen?.region ?? null,
    league: seen?.league ?? listed?.league ?? known?.league ?? null,
    logoUrl: known?.logoUrl ?? null,
    lastGameUtc: latest(known?.lastGameUtc, seen?.lastGameUtc),
    ...formerIdsOf(seen),
  }
}

function mergePlayer(known: CataloguePlayer | undefined, { id, listed, seen }: DraftPlayer): CataloguePlayer {
  const name = listed?.name ?? known?.name ?? `Player ${id}`
  return {
    id,
    name,
    aliases: mergeAliases(name, known, listed?.aliases),
    role: seen?.role ?? listed?.role ?? known?.role ?? null,
    ...teamOf(known, listed, seen),
    lastGameUtc: latest(known?.lastGameUtc, seen?.lastGameUtc),
    ...formerIdsOf(seen),
  }
}

/** A team that has fielded so many line-ups without a player is his last one only. */
const mostMissed = 8

function teamOf(
  known: CataloguePlayer | undefined,
  listed: DraftPlayer['listed'],
  seen: DraftPlayer['seen'],
): Pick<CataloguePlayer, 'teamId' | 'lastTeamId'> {
  const lastTeamId = seen?.teamId ?? listed?.teamId ?? known?.lastTeamId ?? known?.teamId ?? null
  return { teamId: (seen?.lineupsMissed ?? 0) < mostMissed ? lastTeamId : null, lastTeamId }
}

function mergeTournament(
  known: CatalogueTournament | undefined,
  { id, listed, seen }: DraftTournament,
): CatalogueTournament {
  return {
    id,
    name: listed?.name ?? known?.name ?? `Tournament ${id}`,
    ...formerNamesOf(known, listed?.name),
    league: listed?.league ?? known?.league ?? seen?.league ?? '',
    region: listed?.region ?? known?.region ?? null,
    season: listed?.season ?? known?.season ?? null,
    startUtc: earliest(listed?.startUtc, known?.startUtc, seen?.startUtc),
    endUtc: latest(listed?.endUtc, known?.endUtc, seen?.endUtc),
  }
}

function formerIdsOf(seen: { readonly formerIds: readonly number[] } | null): { formerIds?: readonly number[] } {
  return seen === null || seen.formerIds.length === 0 ? {} : { formerIds: seen.formerIds }
}

/** The folder's name first, since the others are made of it. */
function formerNamesOf(
  known: CatalogueTournament | undefined,
  name: string | undefined,
): { formerNames?: readonly string[] } {
  const names = [name, ...(known?.formerNames ?? []), known?.name].filter((former) => former !== undefined)
  return names.length === 0 ? {} : { formerNames: [...new Set(names)] }
}

/** Lists every spelling once, without the current name; former names stay findable. */
function mergeAliases(
  name: string,
  known: { readonly name: string; readonly aliases: readonly string[] } | undefined,
  listed: readonly string[] = [],
): readonly string[] {
  const aliases = new Set([...listed, ...(known === undefined ? [] : [known.name, ...known.aliases])])
  aliases.delete(name)
  return [...aliases]
}

type Time = string | null | undefined

/** Times in one format compare as text. */
function latest(...times: readonly Time[]): string | null {
  return sortTimes(times).at(-1) ?? null
}

function earliest(...times: readonly Time[]): string | null {
  return sortTimes(times)[0] ?? null
}

function sortTimes(times: readonly Time[]): readonly string[] {
  return times.filter((time) => typeof time === 'string').sort()
}
