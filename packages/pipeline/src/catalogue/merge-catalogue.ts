import type { Catalogue, CataloguePlayer, CatalogueTeam, CatalogueTournament } from '@riftline/core'
import type { CatalogueDraft, DraftPlayer, DraftTeam, DraftTournament } from './catalogue-draft.ts'

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
    teams: mergeRows(previous?.teams, next.teams, mergeTeam),
    players: mergeRows(previous?.players, next.players, mergePlayer),
    champions: [...champions.values()].sort((a, b) => a.id - b.id),
    tournaments: mergeRows(previous?.tournaments, next.tournaments, mergeTournament),
  }
}

/** In order of id. */
function mergeRows<Row extends { readonly id: number }, Draft extends { readonly id: number }>(
  previous: readonly Row[] = [],
  next: readonly Draft[],
  merge: (known: Row | undefined, draft: Draft) => Row,
): readonly Row[] {
  const rows = new Map(previous.map((row) => [row.id, row]))
  for (const draft of next) rows.set(draft.id, merge(rows.get(draft.id), draft))
  return [...rows.values()].sort((a, b) => a.id - b.id)
}

function mergeTeam(known: CatalogueTeam | undefined, { id, listed, seen }: DraftTeam): CatalogueTeam {
  const name = listed?.name ?? known?.name ?? `Team ${id}`
  return {
    id,
    name,
    aliases: mergeAliases(name, known, listed?.aliases),
    region: listed?.region ?? known?.region ?? seen?.region ?? null,
    league: listed?.league ?? known?.league ?? seen?.league ?? null,
    logoUrl: known?.logoUrl ?? null,
    lastGameUtc: latest(known?.lastGameUtc, seen?.lastGameUtc),
  }
}

function mergePlayer(known: CataloguePlayer | undefined, { id, listed, seen }: DraftPlayer): CataloguePlayer {
  const name = listed?.name ?? known?.name ?? `Player ${id}`
  return {
    id,
    name,
    aliases: mergeAliases(name, known, listed?.aliases),
    role: listed?.role ?? known?.role ?? seen?.role ?? null,
    // A transfer changes the team, so games are newer than the earlier catalogue.
    teamId: listed?.teamId ?? seen?.teamId ?? known?.teamId ?? null,
  }
}

function mergeTournament(
  known: CatalogueTournament | undefined,
  { id, listed, seen }: DraftTournament,
): CatalogueTournament {
  return {
    id,
    name: listed?.name ?? known?.name ?? `Tournament ${id}`,
    league: listed?.league ?? known?.league ?? seen?.league ?? '',
    region: listed?.region ?? known?.region ?? null,
    season: listed?.season ?? known?.season ?? null,
    startUtc: earliest(listed?.startUtc, known?.startUtc, seen?.startUtc),
    endUtc: latest(listed?.endUtc, known?.endUtc, seen?.endUtc),
  }
}

/** Every spelling once, without the current name; former names stay findable. */
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
