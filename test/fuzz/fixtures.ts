import { readdirSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'

const folder = new URL('../fixtures/', import.meta.url)

/** Fixtures of a trainer with the given ending, unpacked; names are without endings. */
export function fixtures(
  trainer: 'lightgbm' | 'fasttree' | 'xgboost' | 'catboost' | 'onnx',
  ending: RegExp,
): { name: string; bytes: Uint8Array }[] {
  return readdirSync(new URL(`${trainer}/`, folder))
    .filter((file) => ending.test(file))
    .sort()
    .map((file) => {
      const bytes = readFileSync(new URL(`${trainer}/${file}`, folder))
      return { name: file.replace(ending, ''), bytes: file.endsWith('.gz') ? gunzipSync(bytes) : bytes }
    })
}
