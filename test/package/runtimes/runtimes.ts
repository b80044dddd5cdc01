import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { run } from '../packed/run-tool.ts'
import { root } from '../workspace.ts'

/** A program that runs JavaScript, installed by npm. */
export interface Runtime {
  readonly name: string
  /** Package with version, as `npm install` takes it. */
  readonly source: string
  /** Path of the program below `node_modules`. */
  readonly program: string
  /** Command-line words before the file name. */
  readonly words: readonly string[]
}

const system = `${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`

/** All runtimes that the readme names. */
export const runtimes: readonly Runtime[] = [
  ...['20', '22', '24', '26'].map((major) => ({
    name: `node-${major}`,
    source: `node-${system}@${major}`,
    program: `node-${system}/bin/node`,
    words: [],
  })),
  { name: 'bun', source: 'bun@1', program: '.bin/bun', words: [] },
  { name: 'deno', source: 'deno@2', program: '.bin/deno', words: ['run', '--allow-all'] },
]

/** Command-line words that start a program in a runtime. */
export type Program = readonly [string, ...string[]]

/** Installs a runtime from npm's registry unless its folder exists; delete the folder for a newer version. */
export async function installRuntime({ name, source, program, words }: Runtime): Promise<Program> {
  const folder = fileURLToPath(new URL(`test/package/runtimes/installed/${name}`, root))
  const file = join(folder, 'node_modules', program)
  if (!existsSync(file)) {
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'package.json'), '{ "private": true }\n')
    const installing = await run('npm', ['install', '--no-save', '--no-audit', '--no-fund', source], folder)
    if (installing.code !== 0 || !existsSync(file)) throw new Error(`npm install ${source}: ${installing.output}`)
  }
  return [file, ...words]
}
