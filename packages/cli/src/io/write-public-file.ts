import type { CliIo } from './cli-io.ts'
import { writeFile } from './write-file.ts'

/** Writes what is said about artifacts, and may be read by everybody, as `writeFile` does. */
export function writePublicFile(path: string, text: string, { onStop }: Pick<CliIo, 'onStop'>): Promise<void> {
  return writeFile(path, [text], { mode: 0o666, onStop })
}
