import { readFileSync } from 'node:fs'

/** Reads a file of the folder `static`, located by the package's name because sources and builds lie at different depths. */
export function readStatic(name: string): string {
  return readFileSync(new URL(`static/${name}`, import.meta.resolve('@riftline/account/package.json')), 'utf8')
}
