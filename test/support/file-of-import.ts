import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** Source files of the packages' entries. */
const entries = new Map(
  readdirSync(join(root, 'packages')).flatMap((house) => {
    const folder = join(root, 'packages', house)
    const { name, exports } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
    return Object.entries<Record<string, string>>(exports).flatMap(([entry, { '@riftline/source': source }]) =>
      source === undefined ? [] : [[join(name, entry), join(folder, source)] as const],
    )
  }),
)

/** The file of this repository that an import names; null if there is none. */
export function fileOf(specifier: string, importer: string): string | null {
  if (specifier.startsWith('#')) return specifier.replace(/^#([a-z]+)\//, `${root}packages/$1/src/`)
  if (specifier.startsWith('.')) return join(dirname(importer), specifier)
  if (specifier.startsWith('file:')) return fileURLToPath(specifier)
  return specifier.startsWith('/') ? specifier : (entries.get(specifier) ?? null)
}
