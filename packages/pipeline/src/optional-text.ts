import { readFile } from 'node:fs/promises'
import { ifThere } from '@riftline/base/node'

/** Reads the text of a file; null if the file does not exist. */
export function readOptionalText(path: string): Promise<string | null> {
  return ifThere(readFile(path, 'utf8'))
}
