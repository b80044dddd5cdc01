import { fileURLToPath } from 'node:url'

/** Folders of a build, absolute. */
export interface SiteFolders {
  readonly repository: string
  readonly site: string
  /** Gathered Markdown, with `public/` for files that are served as they are. */
  readonly pages: string
  readonly output: string
}

/** A build writes to `site/dist`, or below the folder of `SITE_BUILD` in `site`, so that tests do not disturb a site that is shown. */
export function siteFolders(): SiteFolders {
  const site = fileURLToPath(new URL('.', import.meta.url)).replace(/[/\\]$/, '')
  const name = process.env.SITE_BUILD
  const build = `${site}/${name ?? '.build'}`
  return {
    repository: `${site}/..`,
    site,
    pages: `${build}/pages`,
    output: name === undefined ? `${site}/dist` : `${build}/dist`,
  }
}
