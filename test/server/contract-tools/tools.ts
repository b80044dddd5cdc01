import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Third-party tools that read the contract: two linters and two generators, of which the second needs TypeScript. */
export const tools: Readonly<Record<string, string>> = {
  '@redocly/cli': '2.77.0',
  '@stoplight/spectral-cli': '6.16.3',
  '@hey-api/openapi-ts': '0.95.0',
  'openapi-typescript': '7.13.0',
  typescript: '5.9.3',
}

const folder: string = fileURLToPath(new URL('../../.cache/contract-tools', import.meta.url))

/** A path in the git-ignored folder of the tools. */
export function inTools(name: string): string {
  return join(folder, name)
}

/** Whether `npm run contract-tools` has installed all of them. */
export function areInstalled(): boolean {
  return Object.keys(tools).every((name) => existsSync(inTools(`node_modules/${name}/package.json`)))
}
