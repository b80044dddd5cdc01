import { RiftlineError } from '@riftline/base'
import { credential } from './kinds.ts'
import type { SourceSettings } from './settings.ts'

/** Content of `credentials.json`. */
export type SourceCredentials = Partial<
  Pick<SourceSettings, 'leaguepediaUser' | 'leaguepediaPassword' | 'lolesportsKey'>
>

const places = {
  leaguepedia: { user: 'leaguepediaUser', password: 'leaguepediaPassword' },
  lolesports: { key: 'lolesportsKey' },
} as const satisfies Record<string, Record<string, keyof SourceCredentials>>

/**
 * The credentials of `{"leaguepedia":{"user","password"},"lolesports":{"key"}}`, each of them optional.
 *
 * @param json what `JSON.parse` made of the file
 * @throws RiftlineError `invalid_config` with the path of the fault; it repeats no value
 */
export function parseSourceCredentials(json: unknown): SourceCredentials {
  const found: Record<string, string> = {}
  for (const [source, part] of Object.entries(toRecord(json, '$', Object.keys(places)))) {
    const fields: Readonly<Record<string, string>> = places[source as keyof typeof places]
    for (const [key, value] of Object.entries(toRecord(part, `$.${source}`, Object.keys(fields)))) {
      const text = typeof value === 'string' ? credential.read(value) : undefined
      if (text === undefined) throw invalid(`$.${source}.${key}`, credential.expected)
      found[fields[key]!] = text
    }
  }
  return found
}

function toRecord(value: unknown, path: string, keys: readonly string[]): Readonly<Record<string, unknown>> {
  const isRecord = typeof value === 'object' && value !== null && !Array.isArray(value)
  if (isRecord && Object.keys(value).every((key) => keys.includes(key))) return value as Record<string, unknown>
  throw invalid(path, `an object with no other keys than ${keys.join(', ')}`)
}

function invalid(path: string, expected: string): RiftlineError {
  return new RiftlineError('invalid_config', `credentials.json, ${path}: expected ${expected}`)
}
