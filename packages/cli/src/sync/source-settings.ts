import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { RiftlineError } from '@riftline/base'
import {
  parseSourceCredentials,
  parseSourceSettings,
  type SourceCredentials,
  type SourceSettings,
} from '@riftline/sources/settings'
import type { CliIo } from '../io/cli-io.ts'

/**
 * Settings of sources from the environment, credentials also from `credentials.json` of the data folder.
 *
 * @throws RiftlineError `invalid_config` for a bad value, and for a file that others may read; it repeats no credential
 */
export async function readSourceSettings(env: CliIo['env'], dataDirectory: string): Promise<SourceSettings> {
  return parseSourceSettings(env, await readCredentials(join(dataDirectory, 'credentials.json')))
}

async function readCredentials(path: string): Promise<SourceCredentials> {
  const found = await stat(path).catch(() => null)
  if (found === null) return {}
  if ((found.mode & 0o077) !== 0) {
    const mode = (found.mode & 0o777).toString(8)
    throw new RiftlineError('invalid_config', `${path}: expected a file for its owner alone, mode 600, got ${mode}`)
  }
  let json: unknown
  try {
    json = JSON.parse(await readFile(path, 'utf8'))
  } catch {
    // Node's message would quote the file.
    throw new RiftlineError('invalid_config', `${path}: expected JSON`)
  }
  return parseSourceCredentials(json)
}
