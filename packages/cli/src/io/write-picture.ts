import type { CliIo } from './cli-io.ts'
import { writePublicFile } from './write-public-file.ts'

/** Draws a picture where a file is named; what draws it is loaded then only, since most calls draw none. */
export async function writePicture(
  file: string | undefined,
  io: Pick<CliIo, 'onStop'>,
  draw: () => Promise<string>,
): Promise<void> {
  if (file !== undefined) await writePublicFile(file, await draw(), io)
}
