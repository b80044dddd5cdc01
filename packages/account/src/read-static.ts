import { readFileSync } from 'node:fs'

/** Reads a file of the package's folder `static`, which is found by the package's name: sources and builds lie at different depths. */
export function readStatic(name: string): string {
  return readFileSync(new URL(`static/${name}`, import.meta.resolve('@riftline/account/package.json')), 'utf8')
}
