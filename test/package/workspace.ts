import { existsSync, readdirSync, readFileSync } from 'node:fs'

/** URL of the repository's root folder. */
export const root: URL = new URL('../../', import.meta.url)

/** Folders in `packages/`, in build order: each may depend on those before it. */
export const folders = [
  'base',
  'core',
  'predictor',
  'odds',
  'ledger',
  'record',
  'changes',
  'client',
  'mcp',
  'sources',
  'pipeline',
  'server',
  'account',
  'cli',
] as const
export type Folder = (typeof folders)[number]

export interface PackageJson {
  readonly name: string
  readonly version: string
  readonly license: string
  readonly type: string
  readonly engines: { readonly node: string }
  readonly files: readonly string[]
  readonly exports: Readonly<Record<string, string | Readonly<Record<string, string>>>>
  readonly bin?: Readonly<Record<string, string>>
  readonly dependencies: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
  /** Packages that the build bundles, so that users do not install them. */
  readonly devDependencies: Readonly<Record<string, string>>
}

export function readPackageJson(folder: Folder): PackageJson {
  const manifest = JSON.parse(readFileSync(new URL(`packages/${folder}/package.json`, root), 'utf8'))
  return { dependencies: {}, devDependencies: {}, ...manifest }
}

export interface SourceFile {
  /** Path from the root of the repository. */
  readonly path: string
  readonly text: string
}

/** Every TypeScript file of a package, pages included, as committed. */
export function readSource(folder: Folder): readonly SourceFile[] {
  const base = `packages/${folder}/src/`
  return readdirSync(new URL(base, root), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .sort()
    .map((name) => ({ path: base + name, text: readFileSync(new URL(base + name, root), 'utf8') }))
}

/** Existing readmes with code: the root's, one for each package, and that of core's trees. */
export function readmes(): readonly string[] {
  const paths = [
    'README.md',
    'packages/core/src/trees/README.md',
    ...folders.map((folder) => `packages/${folder}/README.md`),
  ]
  return paths.filter((path) => existsSync(new URL(path, root)))
}

const token = /\/\/[^\n]*|\/\*[\s\S]*?\*\/|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`/g

/** Returns a source without its comments. Strings stay, so that imports can still be read. */
export function withoutComments(text: string): string {
  return text.replace(token, (match) => (match.startsWith('/') ? ' ' : match))
}

/** Module names in import and export statements and in calls of `import()`. */
export function importsOf(text: string): readonly string[] {
  const code = withoutComments(text)
  const patterns = [
    /^(?:import|export)\s[^'=;(]*\bfrom\s*'([^'\n]+)'/gm,
    /^import\s*'([^'\n]+)'/gm,
    /\bimport\(\s*'([^'\n]+)'/g,
  ]
  return patterns.flatMap((pattern) => [...code.matchAll(pattern)].map(([, name = '']) => name))
}
