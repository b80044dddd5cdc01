import { existsSync, readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it, vi } from 'vitest'
import { committedArtifacts } from '../support/committed-artifacts.ts'
import { folders, readSource, root } from './workspace.ts'

// Every `@example` with a line `expression // => value` runs as a program, with the public names of its package, the names of its
// folder, and those of core. An example that needs a server or a disk states no value, and does not run.
const run = Object.getPrototypeOf(async () => {}).constructor as FunctionConstructor

const files = folders.flatMap(readSource).flatMap(({ path, text }) => {
  const examples = [...text.matchAll(/\/\*\*.*?\*\//gs)].flatMap(([comment]) => examplesOf(comment))
  return examples.length === 0 ? [] : [{ path, examples }]
})

function examplesOf(comment: string): readonly string[] {
  const [, ...examples] = comment.replaceAll(/^ *\* ?|\s*\*\/$/gm, '').split(/(?<!\S)@example\s/)
  return examples.map((text) => text.split(/^@/m)[0]!.trim()).filter((text) => text.includes(' // => '))
}

/** Modules that export the names of an example. */
function modulesFor(path: string): readonly URL[] {
  const file = new URL(path, root)
  const folder = new URL('.', file)
  const [house = ''] = /^packages\/[^/]+\/src\//.exec(path) ?? []
  const siblings = readdirSync(folder).filter((name) => name.endsWith('.ts') && !/worker|main/.test(name))
  const entries = [
    `${house}index.ts`,
    'packages/base/src/node.ts',
    'packages/core/src/index.ts',
    'packages/predictor/src/node.ts',
  ]
  const modules = [
    file,
    ...siblings.map((name) => new URL(name, folder)),
    ...entries.map((name) => new URL(name, root)),
  ]
  return modules.filter((module) => existsSync(module))
}

/** Imports modules until every name of an example is known: most examples need their own file only. */
async function runExample(path: string, example: string): Promise<[string, unknown, unknown][]> {
  const names: Record<string, unknown> = { loadPredictorArtifacts: committedArtifacts }
  let missing: unknown = null
  for (const module of modulesFor(path)) {
    Object.assign(names, { ...(await vi.importActual<object>(fileURLToPath(module))), ...names })
    try {
      return await valuesOf(example, names)
    } catch (error) {
      if (!(error instanceof ReferenceError)) throw error
      missing = error
    }
  }
  throw missing
}

/** Runs an example and returns its values, each with the text that the example states. */
async function valuesOf(
  example: string,
  names: Readonly<Record<string, unknown>>,
): Promise<[string, unknown, unknown][]> {
  const lines = example.split('\n').map((line) => {
    const [, expression, value] = /^(.*\S) \/\/ => (.+)$/.exec(line) ?? []
    return expression === undefined ? line : `shown.push([${JSON.stringify(expression)}, ${expression}, ${value}])`
  })
  const program = `const shown = []\n{\n${lines.join('\n')}\n}\nreturn shown`
  return await run(...Object.keys(names), program)(...Object.values(names))
}

function expectClose(actual: unknown, expected: unknown, label: string): void {
  if (typeof expected === 'number') {
    expect(Math.abs((actual as number) - expected), label).toBeLessThanOrEqual(1e-14 * Math.max(1, Math.abs(expected)))
  } else if (typeof expected === 'object' && expected !== null) {
    const plain = ArrayBuffer.isView(actual) ? Array.from(actual as Float64Array) : (actual as object)
    expect(Object.keys(plain), label).toEqual(Object.keys(expected))
    for (const [key, value] of Object.entries(expected)) expectClose(Reflect.get(plain, key), value, `${label} ${key}`)
  } else {
    expect(actual, label).toBe(expected)
  }
}

it.each(files)('the examples of $path give the results that they state', async ({ path, examples }) => {
  for (const example of examples)
    for (const [expression, actual, expected] of await runExample(path, example))
      expectClose(actual, expected, `${path}: ${expression}`)
})
