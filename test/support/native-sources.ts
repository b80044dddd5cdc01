import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import type { Plugin } from 'vitest/config'
import { fileOf } from './file-of-import.ts'
import { fastFolder } from './temporary-folder.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

/**
 * Makes Node load sources and tests that esbuild has transformed in one go: vite would take more than a third of the time of all
 * tests to transform them one by one. In watch mode vite does so, since Node never loads a module anew.
 */
export function nativeSources(): Plugin {
  let modules: ReadonlyMap<string, string> = new Map()
  return {
    name: 'native-sources',
    enforce: 'pre',
    async configureVitest({ vitest }) {
      if (vitest.config.watch) return
      const run = mkdtempSync(join(fastFolder(), 'riftline-sources-'))
      vitest.onClose(() => rmSync(run, { recursive: true, force: true }))
      // Vitest leaves modules in node_modules to Node, which finds the packages that they import through this link.
      const folder = join(run, 'node_modules/riftline')
      mkdirSync(folder, { recursive: true })
      symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
      modules = await transformAll(folder, vitest.config.setupFiles)
    },
    resolveId: (specifier, importer = root) => modules.get(fileOf(specifier, importer) ?? '') ?? null,
  }
}

/** Writes all sources as modules, in the same folders, and returns the module of each. Vitest loads setup files itself. */
async function transformAll(folder: string, setupFiles: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const sources = ['packages', 'bench', 'test', 'site']
    .flatMap((house) => readdirSync(join(root, house), { recursive: true }).map((path) => join(root, house, `${path}`)))
    .filter(
      (path) =>
        /\.tsx?$/.test(path) && !/node_modules|\/dist\/|\/core\/kernels\/|\/\.examples\//.test(relative(root, path)),
    )
    // Components of the site are for browsers, and what a build of it leaves is no source.
    .filter((path) => !/^site\/(?:\.build|.*\.tsx$)/.test(relative(root, path)))
    .filter((path) => !setupFiles.includes(path))
  const moduleOf = (path: string): string => join(folder, relative(root, path)).replace(/\.tsx?$/, '.mjs')
  const modules = new Map(sources.map((source) => [source, moduleOf(source)]))
  // esbuild is a Go program, and half of its time would go to the collection of garbage.
  process.env.GOGC = 'off'
  const { outputFiles } = await build({
    entryPoints: sources,
    outbase: root,
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    format: 'esm',
    // Source maps are inline: disks take longer to create two thousand further files than esbuild to make the maps.
    sourcemap: 'inline',
    sourcesContent: false,
    write: false,
    logLevel: 'error',
  })
  const texts = new Map(outputFiles.map(({ path, text }) => [path, text]))
  for (const parent of new Set([...modules.values()].map(dirname))) mkdirSync(parent, { recursive: true })
  for (const [source, module] of modules) writeFileSync(module, linked(texts.get(module)!, source, modules))
  return modules
}

/** Points the imports of a source at their modules; `import.meta.url` stays that of the source. */
function linked(text: string, source: string, modules: ReadonlyMap<string, string>): string {
  const imports = /\b(from |import |import\()"([^"]+)"/g
  return text
    .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(source).href))
    .replace(imports, (whole, before: string, specifier: string) => {
      const file = fileOf(specifier, source)
      return file === null ? whole : `${before}"${pathToFileURL(modules.get(file) ?? file).href}"`
    })
}
