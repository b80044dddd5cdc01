import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bundledRiftline } from './riftline-bundle.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

export interface ShellResult {
  readonly code: number | null
  readonly output: string
}

export interface ShellOptions {
  /** Folder in which the script runs; `bin/riftline` is made there. */
  readonly folder: string
  readonly env?: Readonly<Record<string, string>>
  /** Folders of further programs for PATH. */
  readonly path?: readonly string[]
}

/** Runs commands that a document shows, with `riftline` from the sources. The first command that fails ends the script. */
export async function runShell(script: string, { folder, env = {}, path = [] }: ShellOptions): Promise<ShellResult> {
  const bin = join(folder, 'bin')
  mkdirSync(bin, { recursive: true })
  writeFileSync(join(bin, 'riftline'), `#!/bin/sh\nexec ${process.execPath} ${bundledRiftline()} "$@"\n`)
  chmodSync(join(bin, 'riftline'), 0o755)
  const clean = Object.entries(process.env).filter(([name]) => !name.startsWith('RIFTLINE_'))
  const child = spawn('/bin/sh', ['-eu'], {
    cwd: folder,
    env: {
      ...Object.fromEntries(clean),
      PATH: [bin, ...path, process.env.PATH].join(delimiter),
      ...env,
    },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  child.stdin.end(script)
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, output }
}

/** Blocks marked `sh` below a heading of a document in `docs/`, in their order. */
export function shellBlocks(document: string, heading: string): string {
  const text = readFileSync(join(root, 'docs', document), 'utf8')
  const section = text.split(/^(?=## )/m).find((part) => part.startsWith(`## ${heading}\n`))
  const blocks = section?.match(/(?<=^```sh\n)[\s\S]*?(?=^```$)/gm) ?? []
  if (blocks.length === 0) throw new Error(`docs/${document} has no commands below ${JSON.stringify(heading)}`)
  return blocks.join('\n')
}
