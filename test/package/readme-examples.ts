import { readFileSync } from 'node:fs'
import { inspect } from 'node:util'
import { readmes, root } from './workspace.ts'

/** A ```ts block of a readme. Every block is its own module and must run unchanged. */
export interface Example {
  readonly readme: string
  /** Line of the readme on which the block begins. */
  readonly line: number
  readonly code: string
  /** Whether it reads the folder `artifacts/` at the root of the repository. */
  readonly needsArtifacts: boolean
  /** Whether it starts worker threads, which Node 20 cannot do from TypeScript. */
  readonly needsBuild: boolean
  /** Whether it calls a server at the default address, with the key in `API_KEY`. */
  readonly needsServer: boolean
  /** Whether it starts a server from the environment. */
  readonly startsServer: boolean
}

/** Address at which examples expect a server. */
export const exampleServer = 'http://127.0.0.1:8080'

export function readExamples(): readonly Example[] {
  return readmes().flatMap((readme) => {
    const text = readFileSync(new URL(readme, root), 'utf8')
    return [...text.matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(({ index, 1: code = '' }) => ({
      readme,
      line: text.slice(0, index).split('\n').length,
      code,
      needsArtifacts: /['"](?:\.\/)?artifacts\b|load\w*Artifacts\(\)/.test(code),
      needsBuild: code.includes('createScoringPool'),
      needsServer: code.includes(exampleServer),
      startsServer: code.includes('startServer('),
    }))
  })
}

/** Settings of the file in docs/deploy.md, as systemd reads it. */
export function settingsOfDeploy(): Readonly<Record<string, string>> {
  const document = readFileSync(new URL('docs/deploy.md', root), 'utf8')
  const [, block = ''] = /^```ini\n((?:RIFTLINE_\w+=.*\n)+)```$/m.exec(document) ?? []
  return Object.fromEntries(
    block
      .trimEnd()
      .split('\n')
      .map((line) => line.split('=', 2)),
  )
}

/** One `expression // => value` of a block: its line, its actual value and the text in the readme. */
export type Shown = readonly [line: number, actual: unknown, text: string]

/**
 * Makes a module of a block that exports the values it shows: those of `expression // => value`, of `const name = expression
 * // => value`, and the values that `console.log(expression) // => text` would print.
 */
export function toModule({ line, code }: Example): string {
  const lines = code.split('\n').map((text, index) => {
    const [, statement, value] = /^(.*\S)\s*\/\/ => (.+)$/.exec(text) ?? []
    if (statement === undefined || value === undefined) return text
    const [, name] = /^const (\w+)\b/.exec(statement) ?? []
    const [, logged] = /^console\.log\((.*)\)$/.exec(statement) ?? []
    const note = `shown.push([${line + index + 1}, ${name ?? logged ?? `(${statement})`}, ${JSON.stringify(value)}])`
    return name === undefined ? note : `${statement}; ${note}`
  })
  return `export const shown: [number, unknown, string][] = []\n${lines.join('\n')}`
}

/** Whether a value prints as the readme shows it; `0.65…` matches any number that begins so. */
export function printsAs(actual: unknown, text: string): boolean {
  if (actual === text) return true
  const pattern = squeeze(text)
    .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
    .replaceAll('…', '\\d*(?:e-?\\d+)?')
  return new RegExp(`^${pattern}$`).test(print(actual))
}

/** Prints a value on one line without spaces, and typed arrays as plain ones. */
export function print(value: unknown): string {
  const plain = ArrayBuffer.isView(value) ? Array.from(value as Float64Array) : value
  return squeeze(inspect(plain, { depth: 9, breakLength: Number.POSITIVE_INFINITY, maxArrayLength: null }))
}

function squeeze(text: string): string {
  return text.replace(/\s/g, '')
}
