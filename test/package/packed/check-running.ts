import { existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { print, printsAs, readExamples, type Shown } from '../readme-examples.ts'
import { type Folder, root } from '../workspace.ts'
import type { Consumer } from './pack.ts'
import { type Findings, findingsOf, run } from './run-tool.ts'

/** Checks that each entry point loads by `import` without a warning. @param program Node, or a runtime with its words before a file */
export async function checkImports(
  { folder, packages }: Consumer,
  program: readonly [string, ...string[]] = ['node'],
): Promise<Findings> {
  const entries = packages.flatMap(({ name, installed }) => {
    const { exports } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')) as { exports: object }
    return Object.keys(exports)
      .filter((entry) => !/\.(json|wasm)$/.test(entry))
      .map((entry) => name + entry.slice(1))
  })
  const script = `${entries.map((entry) => `await import('${entry}')`).join('\n')}
    if (!(await import('@riftline/predictor')).createPredictor) throw new Error('the predictor has no createPredictor')
    for (const trainer of ['lightgbm/train_all.py', 'fasttree/fasttree.csproj'])
      (await import('node:fs')).accessSync(new URL('trainers/' + trainer, import.meta.resolve('@riftline/pipeline/package.json')))`
  writeFileSync(join(folder, 'imports.js'), script)
  const [name, ...words] = program
  const loaded = await run(name, [...words, 'imports.js'], folder)
  return loaded.code === 0 && loaded.output === '' ? [] : [`ended with ${loaded.code}: ${loaded.output}`]
}

const nodeOnly = ['threads.js', 'score-worker.js']

/** Checks that the part of core for browsers imports its own files and base alone. */
export function checkCoreImports({ packages }: Consumer): Findings {
  const dist = packages.find(({ folder }) => folder === 'core')?.installed ?? ''
  const foreign = readdirSync(join(dist, 'dist'))
    .filter((file) => file.endsWith('.js') && !nodeOnly.includes(file))
    .flatMap((file) => {
      return staticImports(join(dist, 'dist', file)).map((name) => `${file}: ${name}`)
    })
  return foreign.filter((line) => !/: (\.\/[\w.-]+\.js|@riftline\/base)$/.test(line))
}

function staticImports(file: string): readonly string[] {
  const text = readFileSync(file, 'utf8')
  return [...text.matchAll(/^(?:import|export)[^'"]*["']([^'"]+)["'];?$/gm)].map(([, name = '']) => name)
}

/** Checks that `riftline --help` loads no package but base, whose functions write its texts: each command has an `import()` of its own. */
export function checkLazyCommands({ packages }: Consumer): Findings {
  return foreignImports(packages, 'cli', 'main.js').filter((line) => !line.endsWith(': @riftline/base'))
}

/** Checks that a starting server loads only our packages: schemas, drivers and clients are loaded when they are needed. */
export function checkLazyServer({ packages }: Consumer): Findings {
  const found = [
    ...foreignImports(packages, 'server', 'index.js'),
    ...foreignImports(packages, 'ledger', 'index.js'),
    ...foreignImports(packages, 'ledger', 'file.js'),
  ]
  return found.filter((line) => !line.includes(': @riftline/'))
}

/** Packages that a file imports, directly or through its own files. */
function foreignImports(packages: Consumer['packages'], folder: Folder, entry: string): Findings {
  const dist = join(packages.find((candidate) => candidate.folder === folder)?.installed ?? '', 'dist')
  const files = new Set([entry])
  const foreign: string[] = []
  for (const file of files) {
    for (const name of staticImports(join(dist, file))) {
      if (name.startsWith('./')) files.add(name.slice(2))
      else if (!isBuiltin(name)) foreign.push(`${folder}/${file}: ${name}`)
    }
  }
  return foreign
}

/** Checks that the command, as npm installs it, starts, shows its help and refuses an unknown argument. */
export async function checkCommand({ folder }: Consumer): Promise<Findings> {
  const bin = join(folder, 'node_modules/riftline/bin/riftline.js')
  const help = await run(bin, ['--help'], folder)
  const unknown = await run(bin, ['no-such-command'], folder)
  return [
    ...findingsOf(help),
    ...(/^ +serve /m.test(help.stdout) ? [] : [`--help does not list serve: ${help.output}`]),
    ...(unknown.code === 2 ? [] : [`an unknown command exits with ${unknown.code}, expected 2: ${unknown.output}`]),
  ]
}

/** Checks that in an empty folder the command forecasts from the installed artifacts. @param program as in `checkImports` */
export async function checkForecast({ folder }: Consumer, program: readonly string[] = []): Promise<Findings> {
  const empty = mkdtempSync(join(folder, 'empty-'))
  const bin = join(folder, 'node_modules/riftline/bin/riftline.js')
  const [name = bin, ...words] = [...program, bin]
  const predicted = await run(name, [...words, 'predict', 'T1', 'Gen.G'], empty)
  const shows = ['T1', 'Gen.G', 'consensus'].filter((text) => !predicted.stdout.includes(text))
  return [...findingsOf(predicted), ...shows.map((text) => `the forecast does not say ${text}: ${predicted.output}`)]
}

/**
 * Runs the compiled readme examples on the packed packages and compares the values that they show. Examples of a package run in an empty
 * folder, as for its reader, and those of the root readme in the repository.
 */
export async function checkExampleValues({ folder }: Consumer): Promise<Findings> {
  const hasArtifacts = existsSync(new URL('artifacts/manifest.json', root))
  const findings: string[] = []
  const empty = mkdtempSync(join(folder, 'empty-'))
  for (const [index, { readme, line, needsArtifacts, needsServer }] of readExamples().entries()) {
    if (needsServer || (needsArtifacts && !hasArtifacts)) continue
    process.chdir(readme.startsWith('packages/') ? empty : fileURLToPath(root))
    const file = pathToFileURL(join(folder, 'built', `${index}.js`)).href
    const module = (await import(file).catch((error: unknown) => ({ error }))) as {
      shown: readonly Shown[]
      error?: unknown
    }
    if (module.error !== undefined) findings.push(`${readme}, line ${line}: ${module.error}`)
    for (const [at, actual, text] of module.shown ?? [])
      if (!printsAs(actual, text)) findings.push(`${readme}, line ${at}: expected ${text}, got ${print(actual)}`)
  }
  return findings
}
