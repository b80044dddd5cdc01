import { readdirSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'

const folder = new URL('../fixtures/', import.meta.url)

/** Name without endings and content of the fixtures of one trainer with one of the endings, unpacked. */
export function fixtures(trainer: 'lightgbm' | 'fasttree', ending: RegExp): { name: string; bytes: Uint8Array }[] {
  return readdirSync(new URL(`${trainer}/`, folder))
    .filter((file) => ending.test(file))
    .sort()
    .map((file) => {
      const bytes = readFileSync(new URL(`${trainer}/${file}`, folder))
      return { name: file.replace(ending, ''), bytes: file.endsWith('.gz') ? gunzipSync(bytes) : bytes }
    })
}
