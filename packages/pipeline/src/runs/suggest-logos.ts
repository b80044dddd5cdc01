import { requireOptions } from '@riftline/base'
import { isActive } from '@riftline/predictor'
import { openFolder } from '../folder/open-folder.ts'

/** An image that a team may have. */
export interface SuggestedLogo {
  readonly teamId: number
  readonly name: string
  /** An https URL. Nobody has asked whether an image is there. */
  readonly logoUrl: string
}

/** The images that were found. */
export interface LogoSuggestions {
  /** Sorted by id of the team. */
  readonly logos: readonly SuggestedLogo[]
  /** Number of teams that were looked at. */
  readonly teams: number
}

/**
 * Suggests the address of the logo of each team with a Leaguepedia page, by the name that files have there. Nothing is fetched: not
 * every page has that file, and a logo belongs to its club.
 *
 * @param directory an artifacts folder
 * @param options.active the teams alone that had a game within 180 days before the data date
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
    // Pages write blanks as underscores.
    const file = encodeURIComponent(`${page.slice(prefix.length)}logo square.png`.replaceAll(' ', '_'))
    return [{ teamId: id, name, logoUrl: `https://lol.fandom.com/wiki/Special:Redirect/file/${file}` }]
  })
  return { logos, teams: teams.length }
}
