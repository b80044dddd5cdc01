import type { CliIo } from './cli-io.ts'

/** Draws a picture where a file is named; what draws and writes it is loaded only then, since most calls want none. */
export async function writePicture(
  file: string | undefined,
  io: Pick<CliIo, 'onStop'>,
  draw: () => Promise<string>,
): Promise<void> {
  if (file === undefined) return
  const { writePublicFile } = await import('./write-public-file.ts')
  await writePublicFile(file, await draw(), io)
}
