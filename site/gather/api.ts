import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Application, type DeclarationReflection, type TypeDocOptions } from 'typedoc'
import type { PluginOptions } from 'typedoc-plugin-markdown'
import { type ApiEntry, apiEntries } from './api-entries.ts'
import { toApiPage } from './api-page.ts'
import { writePage } from './write-page.ts'

/** Writes the reference of every public entry to `api/`, from types and comments of the sources. */
export async function gatherApi(repository: string, pages: string): Promise<void> {
  const entries = apiEntries(repository)
  const folder = await mkdtemp(join(tmpdir(), 'riftline-api-'))
  try {
    await writeMarkdown(repository, entries, folder)
    for (const entry of entries) {
      const markdown = await readFile(join(folder, 'out', `${entry.page}.md`), 'utf8')
      await writePage(join(pages, 'api', `${entry.page}.md`), toApiPage(entry, markdown))
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  await writePage(join(pages, 'api/index.md'), apiIndex(entries))
}

/** Lets TypeDoc write one Markdown file for each entry to `out/`. */
async function writeMarkdown(repository: string, entries: readonly ApiEntry[], folder: string): Promise<void> {
  const files = await declaringFirst(repository, entries)
  const project = join(folder, 'tsconfig.json')
  const compilerOptions = { typeRoots: [join(repository, 'node_modules/@types')] }
  const settings = { extends: join(repository, 'tsconfig.json'), compilerOptions, include: [], files }
  await writeFile(project, JSON.stringify(settings))
  const typedoc = await Application.bootstrapWithPlugins({
    ...appearance,
    plugin: ['typedoc-plugin-markdown'],
    entryPoints: files,
    tsconfig: project,
    basePath: repository,
    out: join(folder, 'out'),
  })
  const reference = await typedoc.convert()
  if (reference === undefined) throw new Error('TypeDoc could not read the sources')
  const pageOf = new Map(entries.map(({ source, page }) => [source.replace(/\.ts$/, '').replace(/\/index$/, ''), page]))
  for (const module of reference.children ?? []) rename(module, pageOf)
  await typedoc.generateOutputs(reference)
}

/** Names a module after its page, which names the file and the links to it. */
function rename(module: DeclarationReflection, pageOf: ReadonlyMap<string, string>): void {
  const page = pageOf.get(module.name)
  if (page === undefined) throw new Error(`TypeDoc names a module ${module.name}, which is no entry`)
  module.name = page
}

/** A name is documented by the first entry that has it: an entry that exports all names of others comes after them. */
async function declaringFirst(repository: string, entries: readonly ApiEntry[]): Promise<string[]> {
  const files = await Promise.all(
    entries.map(async ({ source }) => {
      const path = join(repository, source)
      const text = await readFile(path, 'utf8')
      return { path, gathers: /^export \* from '\.\/[\w-]+\.ts'/m.test(text) && source.endsWith('/index.ts') }
    }),
  )
  return [...files.filter(({ gathers }) => !gathers), ...files.filter(({ gathers }) => gathers)].map(({ path }) => path)
}

const appearance: TypeDocOptions & PluginOptions = {
  router: 'module',
  readme: 'none',
  logLevel: 'Error',
  skipErrorChecking: true,
  validation: false,
  disableSources: true,
  disableGit: true,
  excludePrivate: true,
  excludeInternal: true,
  hidePageHeader: true,
  hideBreadcrumbs: true,
  useCodeBlocks: true,
  expandParameters: true,
  parametersFormat: 'table',
  interfacePropertiesFormat: 'table',
  classPropertiesFormat: 'table',
  typeAliasPropertiesFormat: 'table',
  tableColumnSettings: {
    hideModifiers: true,
    hideInherited: true,
    hideOverrides: true,
    hideSources: true,
    hideDefaults: true,
    hideValues: true,
  },
  groupOrder: ['Functions', 'Classes', 'Interfaces', 'Type Aliases', 'Variables', 'References'],
}

function apiIndex(entries: readonly ApiEntry[]): string {
  const rows = entries.map(({ name, page, description }) => `| [${name}](./${page}.md) | ${description} |`)
  return `---
description: Every function, class and type that the packages of riftline export
---

# TypeScript reference

Every name that a program can import, by its import path. The READMEs of the [packages](../README.md#packages) show how the
names are used together; the [HTTP API](../http-api/index.md) has a reference of its own.

| import | has |
| ------ | --- |
${rows.join('\n')}
`
}
