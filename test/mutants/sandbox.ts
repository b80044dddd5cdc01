import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const root = new URL('../..', import.meta.url).pathname

/** A copy of the workspace's sources and tests that mutants may change. */
export interface Sandbox {
  readonly path: string
  remove(): void
}

export function createSandbox(): Sandbox {
  const path = mkdtempSync(join(tmpdir(), 'riftline-mutants-'))
  const isKept = (source: string): boolean => !/\/(node_modules|dist|\.cache)$/.test(source)
  for (const name of ['packages', 'bench', 'test'])
    cpSync(join(root, name), join(path, name), { recursive: true, filter: isKept })
  for (const name of ['package.json', 'tsconfig.json']) cpSync(join(root, name), join(path, name))
  symlinkSync(join(root, 'artifacts'), join(path, 'artifacts'))
  linkModules(path)
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) }
}

/** Links third-party packages to the workspace, and the workspace's own packages to the copy. */
function linkModules(path: string): void {
  const modules = join(path, 'node_modules')
  mkdirSync(join(modules, '@riftline'), { recursive: true })
  for (const name of readdirSync(join(root, 'node_modules')))
    if (name !== '@riftline' && !/^\.(vite|cache)/.test(name))
      symlinkSync(join(root, 'node_modules', name), join(modules, name))
  for (const name of readdirSync(join(path, 'packages')))
    symlinkSync(join(path, 'packages', name), join(modules, '@riftline', name))
}
