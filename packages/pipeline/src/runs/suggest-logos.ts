import { requireOptions } from '@riftline/base'
import { isActive } from '@riftline/predictor'
import { openFolder } from '../folder/open-folder.ts'

/** An image that may be a team's logo. */
export interface SuggestedLogo {
  readonly teamId: number
  readonly name: string
  /** An https URL, without a check that the image exists. */
  readonly logoUrl: string
}

/** The suggested images. */
export interface LogoSuggestions {
  /** Sorted by team id. */
  readonly logos: readonly SuggestedLogo[]
  /** Number of teams considered. */
  readonly teams: number
}

/**
 * Suggests a logo address for each team with a Leaguepedia page, by the usual file name there. Nothing is fetched: some pages
 * lack that file, and a logo belongs to its club.
 *
 * @param directory an artifacts folder
 * @param options.active only teams with a game within 180 days before the data date
 * @throws ArtifactError as `loadArtifacts`
 */
export async function suggestLogos(
  directory: string,
  options: { readonly active?: boolean } = {},
): Promise<LogoSuggestions> {
  requireOptions(options, ['active'])
  const { active = false } = options
  const { artifacts, externalIds } = await openFolder(directory)
  const { asOf, teams: all } = artifacts.catalogue
  const prefix = 'leaguepedia:'
  const pages = new Map(
    externalIds.teams.rows.map(({ id, sources }) => [id, sources.find((one) => one.startsWith(prefix))]),
  )
  const teams = all.filter(({ lastGameUtc }) => !active || isActive(asOf, lastGameUtc)).sort((a, b) => a.id - b.id)
  const logos = teams.flatMap(({ id, name }) => {
    const page = pages.get(id)
    if (page === undefined) return []
    // Pages write spaces as underscores.
    const file = encodeURIComponent(`${page.slice(prefix.length)}logo square.png`.replaceAll(' ', '_'))
    return [{ teamId: id, name, logoUrl: `https://lol.fandom.com/wiki/Special:Redirect/file/${file}` }]
  })
  return { logos, teams: teams.length }
}
