import { existsSync, readdirSync } from 'node:fs'
import { expect, it } from 'vitest'
import { folders, readSource, root } from './workspace.ts'

// Every `@example` with a line `expression // => value` is run as a program, with the public names of its package, those of
// its folder, and core's. What needs a server or a disk shows no value, and is not run.
const run = Object.getPrototypeOf(async () => {}).constructor as FunctionConstructor

const files = folders.flatMap(readSource).flatMap(({ path, text }) => {
  const examples = [...text.matchAll(/\/\*\*.*?\*\//gs)].flatMap(([comment]) => examplesOf(comment))
  return examples.length === 0 ? [] : [{ path, examples }]
})

function examplesOf(comment: string): readonly string[] {
  const [, ...examples] = comment.replaceAll(/^ *\* ?|\s*\*\/$/gm, '').split(/(?<!\S)@example\s/)
  return examples.map((text) => text.split(/^@/m)[0]!.trim()).filter((text) => text.includes(' // => '))
}

async function namesFor(path: string): Promise<Record<string, unknown>> {
  const folder = new URL('.', new URL(path, root))
  const [house = ''] = /^packages\/[^/]+\/src\//.exec(path) ?? []
  const siblings = readdirSync(folder).filter((name) => name.endsWith('.ts') && !/worker|main/.test(name))
  const modules = [
    ...['packages/core/src/index.ts', 'packages/core/src/node.ts', `${house}index.ts`].map(
      (name) => new URL(name, root),
    ),
    ...siblings.map((name) => new URL(name, folder)),
    new URL(path, root),
  ]
  const names = {}
  for (const module of modules) if (existsSync(module)) Object.assign(names, await import(module.href))
  return names
}

/** The values that an example shows, each with what it says they are. */
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

it.each(files)('the examples of $path give the results they state', async ({ path, examples }) => {
  const names = await namesFor(path)
  for (const example of examples)
    for (const [expression, actual, expected] of await valuesOf(example, names))
      expectClose(actual, expected, `${path}: ${expression}`)
})
