import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { vi } from 'vitest'
import { apiKeyVariable } from '#server/config.ts'

export const languages = ['curl', 'typescript', 'python'] as const
export type Language = (typeof languages)[number]

export interface ShownExample {
  readonly operationId: string
  readonly language: Language
  readonly code: string
}

/** The examples of a page, as its reader copies them. */
export function examplesIn(page: string): readonly ShownExample[] {
  return [...page.matchAll(/<section id="(\w+)">([\s\S]*?)<\/section>/g)].flatMap(
    ([, operationId = '', section = '']) =>
      [...section.matchAll(/<pre data-lang="(\w+)"[^>]*>([\s\S]*?)<\/pre>/g)].map(([, language, text = '']) => ({
        operationId,
        language: language as Language,
        code: unescaped(text),
      })),
  )
}

function unescaped(text: string): string {
  const characters = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'", '&amp;': '&' }
  return text.replaceAll(/&(?:lt|gt|quot|#39|amp);/g, (entity) => characters[entity as keyof typeof characters])
}

const programs = { curl: 'curl', typescript: null, python: 'python3' } as const

/** The program of a language that this machine lacks; null where its examples can run. */
export function missingProgram(language: Language): string | null {
  const program = programs[language]
  return program === null || spawnSync(program, ['--version']).status === 0 ? null : program
}

// Written out and imported, so that a module runs through the same resolution as every test: sources, no build.
const folder = new URL('../server/.examples/', import.meta.url)

/** Writes TypeScript examples as modules; gives their files. */
export function writeModules(examples: readonly ShownExample[]): readonly string[] {
  mkdirSync(folder, { recursive: true })
  return examples.map(({ operationId, code }) => {
    const file = fileURLToPath(new URL(`${operationId}.ts`, folder))
    writeFileSync(file, code)
    return file
  })
}

/** Runs an example with a key in the environment; gives what it prints. @throws Error when it fails */
export async function printedBy(example: ShownExample, key: string): Promise<string> {
  if (example.language === 'typescript') return printedByModule(example, key)
  const [program, ...args] = example.language === 'curl' ? ['sh', '-eu'] : ['python3', '-']
  // A proxy of this machine knows no loopback address.
  const env = { ...process.env, [apiKeyVariable]: key, NO_PROXY: '127.0.0.1', no_proxy: '127.0.0.1' }
  const child = spawn(program!, args, { env })
  const output = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const)
    child[name].setEncoding('utf8').on('data', (text: string) => {
      output[name] += text
    })
  child.stdin.end(example.code)
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`ended with ${code}: ${output.stderr}${output.stdout}`)
  return output.stdout
}

async function printedByModule(example: ShownExample, key: string): Promise<string> {
  const log = vi.mocked(console.log).mockImplementation(() => {})
  vi.stubEnv(apiKeyVariable, key)
  try {
    const [file] = writeModules([example])
    await vi.importActual(file!)
    return log.mock.calls.flat().join('\n')
  } finally {
    vi.unstubAllEnvs()
    log.mockClear()
  }
}
