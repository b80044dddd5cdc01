import { readFileSync } from 'node:fs'
import { inspect } from 'node:util'
import { readmes, root } from './workspace.ts'

/** A ```ts block of a readme. Every block is a module of its own and must run as it stands. */
export interface Example {
  readonly readme: string
  /** Line of the readme on which the block begins. */
  readonly line: number
  readonly code: string
  /** Reads the folder `artifacts/` at the root of the repository. */
  readonly needsArtifacts: boolean
  /** Starts worker threads, which Node 20 cannot do from TypeScript. */
  readonly needsBuild: boolean
  /** Asks a server at the default address, with the key that `API_KEY` holds. */
  readonly needsServer: boolean
  /** Starts a server by the environment. */
  readonly startsServer: boolean
}

/** Where examples look for a server. */
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

/** The file of settings in docs/deploy.md, as systemd reads it. */
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

/** One `expression // => value` of a block: the value that came and the text that the readme shows. */
export type Shown = readonly [line: number, actual: unknown, text: string]

/**
 * The block as a module that exports what it has shown: values of `expression // => value`, of `const name = expression
 * // => value`, and what `console.log(expression) // => text` would print.
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

/** Whether a value prints as a readme shows it; `0.65…` stands for any number that begins so. */
export function printsAs(actual: unknown, text: string): boolean {
  if (actual === text) return true
  const pattern = squeeze(text)
    .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
    .replaceAll('…', '\\d*(?:e-?\\d+)?')
  return new RegExp(`^${pattern}$`).test(print(actual))
}

/** A value on one line without spaces; typed arrays as plain ones. */
export function print(value: unknown): string {
  const plain = ArrayBuffer.isView(value) ? Array.from(value as Float64Array) : value
  return squeeze(inspect(plain, { depth: 9, breakLength: Number.POSITIVE_INFINITY, maxArrayLength: null }))
}

function squeeze(text: string): string {
  return text.replace(/\s/g, '')
}
