import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { builtSite } from './built-site.ts'

export interface BuiltPage {
  /** Path within the site, such as `docs/deploy.html`. */
  readonly path: string
  readonly html: string
}

/** Reads every page of the built site. */
export function builtPages(): readonly BuiltPage[] {
  return filesOf(builtSite())
    .filter((path) => path.endsWith('.html'))
    .map((path) => ({ path, html: readFileSync(join(builtSite(), path), 'utf8') }))
}

/** Lists all files of a folder, sorted, with slashes. */
export function filesOf(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) =>
      join(parentPath, name)
        .slice(folder.length + 1)
        .replaceAll('\\', '/'),
    )
    .sort()
}

/** Values of an attribute of the elements with a name, with the references in them resolved. */
export function attributesOf(html: string, element: string, attribute: string): readonly string[] {
  const tags = html.matchAll(new RegExp(`<(?:${element})(?=\\s)[^>]*? ${attribute}="([^"]*)"`, 'g'))
  return Array.from(tags, ([, value = '']) => value.replaceAll('&amp;', '&').replaceAll('&quot;', '"'))
}
