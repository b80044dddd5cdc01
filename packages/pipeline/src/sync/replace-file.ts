import { basename, dirname } from 'node:path'
import { nodeFs, replaceFile as replaceFileIn } from '@riftline/base/node'

/** Replaces a file by a text in one step, for its owner alone; the folder is made where it is missing. */
export async function replaceFile(path: string, text: string): Promise<void> {
  const folder = dirname(path)
  await nodeFs.makeFolder(folder)
  await replaceFileIn(nodeFs, folder, basename(path), Buffer.from(text))
}
