import { readFile } from 'node:fs/promises'

/** What services are told. */
export async function ownVersion(): Promise<string> {
  const { version } = JSON.parse(await readFile(new URL(import.meta.resolve('riftline/package.json')), 'utf8'))
  return String(version)
}
