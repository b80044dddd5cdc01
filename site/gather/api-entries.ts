import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** An import path that a package offers, and its page in the reference. */
export interface ApiEntry {
  /** Import path, such as `@riftline/core/trees`. */
  readonly name: string
  /** Name of the page under `api/`, such as `core/trees`. */
  readonly page: string
  /** Source file, from the root of the repository. */
  readonly source: string
  /** One line: from the manifest of a package, or the first comment of a further entry. */
  readonly description: string
}

interface Manifest {
  readonly name: string
  readonly description: string
  readonly exports: Readonly<Record<string, string | Readonly<Record<string, string>>>>
}

/** Packages with a reference, in the order of the site. The command and the pipeline are used from a terminal. */
const packages = [
  'core',
  'predictor',
  'odds',
  'record',
  'ledger',
  'changes',
  'client',
  'mcp',
  'sources',
  'server',
  'account',
  'base',
]

/** Lists the entries of all packages, as their manifests have them. */
export function apiEntries(repository: string): readonly ApiEntry[] {
  return packages.flatMap((folder) => {
    const path = join(repository, 'packages', folder, 'package.json')
    const { name, description, exports } = JSON.parse(readFileSync(path, 'utf8')) as Manifest
    return Object.entries(exports).flatMap(([entry, target]) => {
      const source = typeof target === 'string' ? undefined : target['@riftline/source']
      if (source === undefined) return []
      const below = entry.slice(1)
      const file = `packages/${folder}/${source.slice(2)}`
      const about = below === '' ? description : commentOf(join(repository, file))
      return [{ name: name + below, page: folder + below, source: file, description: about }]
    })
  })
}

/** First line of a source, which says what its entry is for. */
function commentOf(file: string): string {
  const [, comment] = /^\/\/ (.*)/.exec(readFileSync(file, 'utf8')) ?? []
  if (comment === undefined) throw new Error(`${file}: an entry begins with a comment that says what it is for`)
  return comment.replace(/\.$/, '')
}
