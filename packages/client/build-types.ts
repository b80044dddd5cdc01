import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { type Context, createContext, type Document, declarationOf } from './type-forms.ts'
import { type TypeName, typeNames } from './type-names.ts'

// npm run client-types: writes the types of requests and answers from the server's openapi.json, so that they are those of
// its own schemas. type-names.ts says what they are called, type-forms.ts how a schema is written. A test writes them again.

/** The modules of client types as they should be: path to text, laid out by biome. */
export function clientTypes(): ReadonlyMap<string, string> {
  const document = JSON.parse(readFileSync(new URL('../server/openapi.json', import.meta.url), 'utf8')) as Document
  const context = createContext(document, Object.values(typeNames).flat())
  const modules = Object.entries(typeNames).map(([module, names]) => {
    const path = fileURLToPath(new URL(`./src/types/${module}.generated.ts`, import.meta.url))
    return [path, layOut(path, moduleText(context, module, names))] as const
  })
  return new Map(modules)
}

function moduleText(context: Context, module: string, names: readonly TypeName[]): string {
  const body = names.map((name) => declarationOf(context, name)).join('\n\n')
  const head = '// Written from packages/server/openapi.json by npm run client-types; do not edit.'
  return [head, importsOf(module, body), body].join('\n\n')
}

/** Names of other modules that the code uses; comments may have the words too. */
function importsOf(module: string, body: string): string {
  const words = new Set(body.replaceAll(/\/\*.*?\*\//gs, '').match(/\w+/g))
  return Object.entries(typeNames)
    .filter(([other]) => other !== module)
    .map(([other, names]) => ({ other, used: names.map(({ name }) => name).filter((name) => words.has(name)) }))
    .filter(({ used }) => used.length > 0)
    .map(({ other, used }) => `import type { ${used.join(', ')} } from './${other}.generated.ts'`)
    .join('\n')
}

/** As `npm run lint` wants it, imports sorted. */
function layOut(path: string, input: string): string {
  const biome = createRequire(import.meta.url).resolve('@biomejs/biome/bin/biome')
  const cwd = fileURLToPath(new URL('../..', import.meta.url))
  const check = [biome, 'check', '--write', `--stdin-file-path=${path}`]
  return execFileSync(process.execPath, check, { input, cwd, encoding: 'utf8' })
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const [path, text] of clientTypes()) writeFileSync(path, text)
}
