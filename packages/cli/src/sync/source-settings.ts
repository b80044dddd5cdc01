import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { RiftlineError } from '@riftline/base'
import { nodeFs, replaceFile } from '@riftline/base/node'
import type { KnownAnswers } from '@riftline/sources'
import {
  parseSourceCredentials,
  parseSourceSettings,
  type SourceCredentials,
  type SourceSettings,
} from '@riftline/sources/settings'
import type { CliIo } from '../io/cli-io.ts'

/**
 * Reads settings from the environment, and credentials also from `credentials.json` of the data folder.
 * @throws RiftlineError `invalid_config` for a bad value or a file that others may read; its message contains no credential
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
    // Node's own message would quote the file.
    throw new RiftlineError('invalid_config', `${path}: expected JSON`)
  }
  return parseSourceCredentials(json)
}

export interface SourceMarks {
  /** Tags and dates of the source's responses. */
  readonly known?: KnownAnswers
  /** Number of games in each of the source's yearly files. */
  readonly games?: Readonly<Record<number, number>>
}

export type AllMarks = Readonly<Record<string, SourceMarks>>

const file = 'sources.json'

/** Reads the marks; empty before the first run or if the file is damaged: every source then answers in full. */
export async function readMarks(syncFolder: string): Promise<AllMarks> {
  try {
    return JSON.parse(await readFile(join(syncFolder, file), 'utf8'))
  } catch {
    return {}
  }
}

export async function writeMarks(syncFolder: string, marks: AllMarks): Promise<void> {
  await nodeFs.makeFolder(syncFolder)
  await replaceFile(nodeFs, syncFolder, file, Buffer.from(`${JSON.stringify(marks)}\n`))
}
