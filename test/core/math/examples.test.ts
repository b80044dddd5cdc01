import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

// Every `@example` line of the form `expression // => value` is run against the exports of these folders.
const source = new URL('../../../packages/', import.meta.url)
const folders = [
  ...['math', 'metrics', 'calibration', 'market', 'consensus', 'linear'].map((folder) => `core/src/${folder}`),
  'sources/src',
  'sources/src/settings',
]

const files = folders.flatMap((folder) =>
  readdirSync(new URL(folder, source))
    .filter((name) => name.endsWith('.ts'))
    .map((name) => `${folder}/${name}`),
)

const modules = await Promise.all(files.map((file) => import(new URL(file, source).href)))
const names = Object.assign({}, ...modules) as Record<string, unknown>
const evaluate = (expression: string): unknown =>
  new Function(...Object.keys(names), `return (${expression})`)(...Object.values(names))

function closeTo(actual: unknown, expected: unknown, label: string): void {
  if (typeof expected === 'number') {
    expect(Math.abs((actual as number) - expected), label).toBeLessThanOrEqual(1e-14 * Math.max(1, Math.abs(expected)))
  } else if (typeof expected === 'object' && expected !== null) {
    const plain = ArrayBuffer.isView(actual) ? Array.from(actual as Float64Array) : (actual as object)
    expect(Object.keys(plain), label).toEqual(Object.keys(expected))
    for (const [key, value] of Object.entries(expected)) closeTo(Reflect.get(plain, key), value, `${label} ${key}`)
  } else {
    expect(actual, label).toBe(expected)
  }
}

it.each(files)('the examples of %s give the results they state', (file) => {
  const text = readFileSync(new URL(file, source), 'utf8')
  for (const [, expression, result] of text.matchAll(/^ \*\s+(\S.*?) \/\/ => (.+)$/gm)) {
    closeTo(evaluate(expression as string), evaluate(result as string), `${file}: ${expression}`)
  }
})
